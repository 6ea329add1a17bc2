// SPDX-License-Identifier: Apache-2.0
// A typed list of listeners by topic.

export class Emitter<Topics extends Record<string, unknown>> {
  private readonly listeners = new Map<keyof Topics, ((value: never) => void)[]>();

  on<T extends keyof Topics>(topic: T, listener: (value: Topics[T]) => void): void {
    const list = this.listeners.get(topic) ?? [];
    list.push(listener as (value: never) => void);
    this.listeners.set(topic, list);
  }

  emit<T extends keyof Topics>(topic: T, value: Topics[T]): void {
    for (const listener of this.listeners.get(topic) ?? []) (listener as (value: Topics[T]) => void)(value);
  }
}
