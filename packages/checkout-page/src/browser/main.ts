import { h, render } from 'preact';
import type { PageData } from '../view/checkout-view.ts';
import { App } from './app.tsx';
import { joinParent } from './embed/parent-page.ts';
import { findSecret } from './client/tab-memory.ts';
import { watchPresses } from './fields/after-press.ts';
import { lookAgainS } from '../view/look-again.ts';
import './styles/page.css';
import './styles/methods.css';
import './styles/provider-card.css';
import './styles/instructions.css';
import './styles/framed.css';

const root = document.getElementById('app');
const json = document.getElementById('page-data')?.textContent;
if (root && json) {
  const data = JSON.parse(json) as PageData;
  if (data.frameOrigins && joinParent(data.frameOrigins)) document.documentElement.classList.add('framed');
  watchPresses();
  const { lookAgain, checkout } = data;
  if (lookAgain !== undefined && findSecret(checkout.id ?? '') === undefined) {
    document.querySelector('.pay')?.replaceChildren(document.querySelector('template')?.content ?? '');
    if (lookAgain) setTimeout(() => location.replace(lookAgain), lookAgainS * 1_000);
  } else {
    root.replaceChildren(); // the same again, this time alive
    render(h(App, { data }), root);
  }
}
