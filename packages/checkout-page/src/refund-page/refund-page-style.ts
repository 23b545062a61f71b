/** What the page of a refund adds to `buyerPageCss`. Without a script, the fields of the chosen way alone are shown. */
export const refundPageCss = `
.label, .hint, .reference { color: var(--muted-foreground); font-size: .875rem; }
form { display: grid; gap: 1.25rem; margin-top: 1.25rem; }
legend { padding: 0; }
legend, .field label { display: block; margin-bottom: .375rem; font-weight: 600; font-size: .9375rem; }
.ways { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; }
.ways label { position: relative; display: flex; align-items: center; justify-content: center; min-height: 3rem; padding: .5rem; border: 1px solid var(--input); border-radius: 10px; text-align: center; cursor: pointer; }
.ways input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
.ways label:has(:checked) { border-color: var(--primary); background: var(--accent); color: var(--accent-foreground); font-weight: 600; box-shadow: inset 0 0 0 1px var(--primary); }
.ways label:has(:focus-visible) { outline: 2px solid var(--ring); outline-offset: 2px; }
input[type=text], select { width: 100%; min-height: 3rem; padding: .625rem .75rem; font: inherit; color: inherit; background: var(--background); border: 1px solid var(--input); border-radius: 10px; }
input[dir=ltr] { text-align: start; }
input[aria-invalid=true], select[aria-invalid=true] { border-color: var(--destructive); }
.field p { margin-top: .375rem; }
.field p:empty { display: none; }
.error { color: var(--destructive); font-size: .875rem; }
.notice { padding: .75rem 1rem; border-radius: 10px; border: 1px solid var(--destructive); color: var(--destructive); }
@supports selector(:has(a)) {
  .of { display: none; }
  form:has([value=bank_transfer]:checked) .of-bank_transfer,
  form:has([value=instapay]:checked) .of-instapay,
  form:has([value=wallet]:checked) .of-wallet,
  form:has([value=kiosk]:checked) .of-kiosk { display: block; }
}
button { min-height: 3rem; }
.reference { margin-top: 1.5rem; overflow-wrap: anywhere; }
.ended h2 { margin-bottom: .5rem; font-size: 1.25rem; }
footer { font-size: .875rem; }
`;
