/** The style of receipts on a screen and on paper; colors are the properties of `themeCss`. */
export const receiptCss = `
* { box-sizing: border-box; }
body { margin: 0; background: var(--muted); color: var(--foreground); font: 400 0.9375rem/1.5 var(--font); }
body:lang(ar) { line-height: 1.65; }
h1, h2, p, dl, dd, ul { margin: 0; padding: 0; }
main { max-width: 34rem; margin: 2rem auto; padding: 2rem; background: var(--background); border: 1px solid var(--border); border-radius: 14px; }
header { display: flex; align-items: center; gap: 1rem; }
header img { width: 3rem; height: 3rem; object-fit: contain; border-radius: 10px; background: #fff; }
h1 { font-size: 1.125rem; line-height: 1.3; unicode-bidi: plaintext; overflow-wrap: anywhere; }
.number { color: var(--muted-foreground); font-variant-numeric: tabular-nums; }
.test { margin-top: 1rem; padding: .5rem .75rem; border-radius: 8px; background: #FFF4DC; color: #6B4A00; font-weight: 600; font-size: .875rem; }
@media (prefers-color-scheme: dark) and (not print) { .test { background: #3A2E10; color: #FFE3A3; } }
.total { margin: 1.5rem 0; padding: 1rem 0; border-block: 1px solid var(--border); }
.total .amount { display: block; font-size: 2rem; line-height: 1.2; font-weight: 650; letter-spacing: -.01em; }
.total .status { color: var(--accent-foreground); background: var(--accent); border-radius: 999px; padding: .125rem .625rem; font-size: .8125rem; font-weight: 600; }
.label { color: var(--muted-foreground); font-size: .8125rem; }
dl { display: grid; grid-template-columns: minmax(7rem, auto) 1fr; gap: .625rem 1.25rem; }
dt { color: var(--muted-foreground); }
dd { text-align: end; overflow-wrap: anywhere; }
bdi { unicode-bidi: isolate; }
h2 { margin: 1.5rem 0 .5rem; font-size: .9375rem; }
ul { list-style: none; }
li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .5rem 0; border-top: 1px solid var(--border); }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .5rem 0; text-align: start; font-weight: inherit; vertical-align: top; overflow-wrap: anywhere; }
thead th { color: var(--muted-foreground); font-size: .8125rem; padding-top: 0; }
tbody td { border-top: 1px solid var(--border); }
tfoot th, tfoot td { padding: .25rem 0; color: var(--muted-foreground); }
tfoot tr:first-child > * { border-top: 1px solid var(--border); padding-top: .625rem; }
tfoot tr:last-child > * { color: var(--foreground); font-weight: 650; padding-top: .375rem; }
tr { break-inside: avoid; }
.quantity { text-align: center; width: 4rem; }
.sum { text-align: end; white-space: nowrap; padding-inline-start: 1rem; }
.away { margin-top: 1.25rem; color: var(--muted-foreground); }
a { color: var(--primary); }
.proof { display: flex; align-items: center; gap: 1rem; margin-top: 1.75rem; padding-top: 1.25rem; border-top: 1px solid var(--border); color: var(--muted-foreground); font-size: .8125rem; }
.proof svg { width: 6rem; height: 6rem; flex: none; padding: .375rem; background: #fff; border-radius: 8px; }
footer { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .75rem 1.25rem; max-width: 34rem; margin: 0 auto 2rem; padding: 0 .5rem; color: var(--muted-foreground); font-size: .8125rem; }
button { font: inherit; font-weight: 600; color: var(--primary-foreground); background: var(--primary); border: 0; border-radius: 10px; padding: .625rem 1rem; cursor: pointer; }
:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
.missing { text-align: center; }
@media (max-width: 36rem) { main { margin: 0; border-width: 0 0 1px; border-radius: 0; padding: 1.5rem 1.25rem; } footer { padding: 1rem 1.25rem; margin: 0; } }
@media print {
  @page { size: A4; margin: 18mm; }
  body, main { background: #fff; color: #111; border: 0; }
  main { margin: 0 auto; padding: 0; max-width: none; }
  .label, dt, .number, .proof { color: #444; }
  .total .status { color: #111; background: none; padding: 0; }
  a { color: inherit; text-decoration: none; }
  thead th, tfoot th, tfoot td { color: #444; }
  tfoot tr:last-child > * { color: #111; }
  .proof, .total { break-inside: avoid; }
  footer, button { display: none; }
}
`;
