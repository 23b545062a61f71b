import startRun from '../../packages/testing/src/run/start-run.ts';
process.env.LOG_LEVEL = 'warn';
await startRun();
const { launchBrowser } = await import('@mizan/stack/launch-browser');
const { startWorld } = await import('@mizan/testing');
const services = await Promise.all(['gateway','catalog','customers','checkout','payments','webhooks'].map(async (n) => (await import(`@mizan/${n}/app`))[n]));
const cards = { good: '4242424242424242', threeDSecure: '4000000000003220', lostAnswer: '4000000000007023' };
const world = await startWorld({ services });
const shop = { stock: async (unitAmount: number, stock: number) => { const product = (await world.api('POST','/products',{name:'Olive oil soap'})).body as any; return { price: (await world.api('POST',`/prices?productId=${product.id}`,{currency:'EGP',unitAmount,type:'ONE_TIME',stock})).body as any }; } };
const browser = await launchBrowser();
try {
  const { price } = await shop.stock(25_000, 10);
  for (const [locale, number] of [['en', cards.threeDSecure], ['ar', cards.good], ['en', cards.lostAnswer], ['en','4000000000000069'], ['en', '4111111111111111']] as const) {
    const session = await world.api('POST', '/checkout/sessions', { lineItems: [{ price: price.id }], locale }).then((a) => a.body as any);
    const page = await (await browser.newContext({ viewport: { width: 390, height: 800 } })).newPage();
    page.on('console', (m) => console.log('console', m.type(), m.text()));
    page.on('pageerror', (e) => console.log('ERR', e.message));
    await page.goto(session.url);
    await page.fill('[name=email]', `a${Math.random()}@example.com`);
    await page.locator('[name="card.number"]').pressSequentially(number);
    await page.locator('[name="card.expiry"]').pressSequentially('1234');
    await page.fill('[name="card.cvc"]', '123');
    await page.click('.button-pay');
    await page.waitForTimeout(1500);
    console.log(number, page.url(), (await page.textContent('body'))?.replace(/\s+/g, ' ').slice(0, 300));
    await page.screenshot({ path: `/tmp/shots/real-${number}.png`, fullPage: true });
    if (page.url().includes('/simulator/')) {
      const buttons = await page.$$('button'); for (const b of buttons) console.log('button', await b.textContent());
      await buttons[0]?.click(); await page.waitForTimeout(2500);
      console.log('after', page.url(), await page.textContent('.panel-title').catch(() => null));
    }
  }
} catch (e) { console.error(e); } finally { await browser.close(); await world.stop(); await globalThis.endTestRun?.(); }
process.exit(0);
