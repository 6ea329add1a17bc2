// SPDX-License-Identifier: Apache-2.0
// The script of the built page.
import './style/all.css';
import { begin } from './main.ts';

begin();
