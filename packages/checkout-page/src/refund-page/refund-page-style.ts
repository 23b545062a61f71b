/** The style of the page of a refund; colors are the properties of `themeCss`. The fields of the chosen way are shown without a script. */
export const refundPageCss = `
* { box-sizing: border-box; }
body { margin: 0; background: var(--muted); color: var(--foreground); font: 400 1rem/1.5 var(--font); }
body:lang(ar) { line-height: 1.65; }
h1, h2, p, fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
main { max-width: 32rem; margin: 2rem auto; padding: 2rem; background: var(--background); border: 1px solid var(--border); border-radius: 14px; }
header { display: flex; align-items: center; gap: 1rem; }
header img { width: 3rem; height: 3rem; object-fit: contain; border-radius: 10px; background: #fff; }
h1 { font-size: 1.125rem; line-height: 1.3; unicode-bidi: plaintext; overflow-wrap: anywhere; }
.test { margin-top: 1rem; padding: .5rem .75rem; border-radius: 8px; background: #FFF4DC; color: #6B4A00; font-weight: 600; font-size: .875rem; }
@media (prefers-color-scheme: dark) and (not print) { .test { background: #3A2E10; color: #FFE3A3; } }
.total { margin: 1.5rem 0; padding: 1rem 0; border-block: 1px solid var(--border); }
.total .amount { display: block; font-size: 2rem; line-height: 1.2; font-weight: 650; letter-spacing: -.01em; }
.label, .hint, .reference { color: var(--muted-foreground); font-size: .875rem; }
form { display: grid; gap: 1.25rem; margin-top: 1.25rem; }
legend { padding: 0; }
legend, .field label { display: block; margin-bottom: .375rem; font-weight: 600; font-size: .9375rem; }
.ways { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .5rem; }
.ways label { position: relative; display: flex; align-items: center; justify-content: center; min-height: 3rem; padding: .5rem; border: 1px solid var(--input); border-radius: 10px; text-align: center; cursor: pointer; }
.ways input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
.ways label:has(:checked) { border-color: var(--primary); background: var(--accent); color: var(--accent-foreground); font-weight: 600; box-shadow: inset 0 0 0 1px var(--primary); }
.ways label:has(:focus-visible) { outline: 2px solid var(--ring); outline-offset: 2px; }
input[type=text], select { width: 100%; min-height: 3rem; padding: .625rem .75rem; font: inherit; color: inherit; background: var(--background); border: 1px solid var(--input); border-radius: 10px; }
input[dir=ltr] { text-align: start; }
input[aria-invalid=true], select[aria-invalid=true] { border-color: var(--destructive); }
.error { color: var(--destructive); font-size: .875rem; }
.notice { padding: .75rem 1rem; border-radius: 10px; border: 1px solid var(--destructive); color: var(--destructive); }
@supports selector(:has(a)) {
  .of { display: none; }
  form:has([value=bank_transfer]:checked) .of-bank_transfer,
  form:has([value=instapay]:checked) .of-instapay,
  form:has([value=wallet]:checked) .of-wallet,
  form:has([value=kiosk]:checked) .of-kiosk { display: block; }
}
button { font: inherit; font-weight: 600; color: var(--primary-foreground); background: var(--primary); border: 0; border-radius: 10px; min-height: 3rem; padding: .625rem 1rem; cursor: pointer; }
:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
a { color: var(--primary); }
.reference { margin-top: 1.5rem; overflow-wrap: anywhere; }
.ended h2 { margin-bottom: .5rem; font-size: 1.25rem; }
.missing { text-align: center; }
footer { max-width: 32rem; margin: 0 auto 2rem; padding: 0 .5rem; font-size: .875rem; }
@media (max-width: 36rem) { main { margin: 0; border-width: 0 0 1px; border-radius: 0; padding: 1.5rem 1.25rem; } footer { padding: 1rem 1.25rem; margin: 0; } }
`;
