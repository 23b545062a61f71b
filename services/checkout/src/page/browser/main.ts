import { h, render } from 'preact';
import type { PageData } from '../checkout-view.ts';
import { watchPresses } from './after-press.ts';
import { App } from './app.tsx';
import { joinParent } from './embedding.ts';
import './styles.css';
import './ways.css';
import './hosted-card.css';
import './instructions.css';
import './framed.css';

const root = document.getElementById('app');
const json = document.getElementById('page-data')?.textContent;
if (root && json) {
  const data = JSON.parse(json) as PageData;
  if (data.frameOrigins && joinParent(data.frameOrigins)) document.documentElement.classList.add('framed');
  watchPresses();
  root.replaceChildren(); // the same again, this time alive
  render(h(App, { data }), root);
}
