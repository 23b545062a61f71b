/** Style of the simulated bank: plainly not a shop, and plainly not a bank. */
export const css = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: #f4f4f5; color: #18181b; }
header { background: #b45309; color: #fff; padding: .5rem 1rem; text-align: center; font-weight: 600; }
header p { margin: 0; }
main { max-width: 26rem; margin: 2rem auto; padding: 1.5rem; background: #fff; border-radius: .75rem; box-shadow: 0 1px 3px #0003; }
h1 { margin: 0 0 1rem; font-size: 1.25rem; display: flex; justify-content: space-between; gap: 1rem; }
.payment { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 1rem; padding: .75rem 1rem; background: #f4f4f5; border-radius: .5rem; }
dl { margin: 1rem 0; } dt { display: flex; justify-content: space-between; font-size: .875rem; opacity: .75; } dd { margin: 0 0 .5rem; font-size: .875rem; font-weight: 600; }
img { display: block; margin: 0 auto; background: #fff; padding: .5rem; }
[role=alert] { color: #b91c1c; }
label { display: grid; gap: .25rem; }
input { font: inherit; font-size: 1.25rem; letter-spacing: .3em; padding: .6rem .75rem; border: 1px solid #a1a1aa; border-radius: .5rem; }
form { display: grid; gap: .5rem; margin-top: 1rem; }
button { display: flex; justify-content: space-between; gap: 1rem; width: 100%; padding: .75rem 1rem; font: inherit; font-weight: 600;
  border: 1px solid #a1a1aa; border-radius: .5rem; background: #fff; color: inherit; cursor: pointer; }
button[value="authenticate"], button[value="submit"], button[value="paid"] { background: #166534; border-color: #166534; color: #fff; }
button:focus-visible, a:focus-visible { outline: 3px solid #2563eb; outline-offset: 2px; }
@media (prefers-color-scheme: dark) {
  body { background: #18181b; color: #f4f4f5; }
  main { background: #27272a; }
  .payment, button { background: #3f3f46; }
}
`;
