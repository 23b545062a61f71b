import { h, render } from 'preact';
import type { PageData } from '../checkout-view.ts';
import { watchPresses } from './after-press.ts';
import { App } from './app.tsx';
import './styles.css';
import './ways.css';
import './instructions.css';

const root = document.getElementById('app');
const data = document.getElementById('page-data')?.textContent;
if (root && data) {
  watchPresses();
  root.replaceChildren(); // the same again, this time alive
  render(h(App, { data: JSON.parse(data) as PageData }), root);
}
