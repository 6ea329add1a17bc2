// SPDX-License-Identifier: Apache-2.0
// For development only: the page with the stand-in server inside.
import '../src/style/all.css';
import { begin } from '../src/main.ts';
import { MockSource } from './mock_source.ts';

const source = new MockSource();
(window as unknown as { mock: MockSource }).mock = source;
begin(source);
