/** What receipts add to `buyerPageCss`, on a screen and on paper. */
export const receiptCss = `
body { font-size: .9375rem; }
.number { color: var(--muted-foreground); font-variant-numeric: tabular-nums; }
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
.proof { display: flex; align-items: center; gap: 1rem; margin-top: 1.75rem; padding-top: 1.25rem; border-top: 1px solid var(--border); color: var(--muted-foreground); font-size: .8125rem; }
.proof svg { width: 6rem; height: 6rem; flex: none; padding: .375rem; background: #fff; border-radius: 8px; }
footer { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .75rem 1.25rem; color: var(--muted-foreground); font-size: .8125rem; }
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
