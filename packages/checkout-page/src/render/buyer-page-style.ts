/** What the pages for buyers outside the checkout have in common; colors are the properties of `themeCss`. */
export const buyerPageCss = `
* { box-sizing: border-box; }
body { margin: 0; background: var(--muted); color: var(--foreground); font: 400 1rem/1.5 var(--font); }
body:lang(ar) { line-height: 1.65; }
h1, h2, p, dl, dd, ul, fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
main { max-width: 34rem; margin: 2rem auto; padding: 2rem; background: var(--background); border: 1px solid var(--border); border-radius: 14px; }
header { display: flex; align-items: center; gap: 1rem; }
header img { width: 3rem; height: 3rem; object-fit: contain; border-radius: 10px; background: #fff; }
h1 { font-size: 1.125rem; line-height: 1.3; unicode-bidi: plaintext; overflow-wrap: anywhere; }
.test { margin-top: 1rem; padding: .5rem .75rem; border-radius: 8px; background: #FFF4DC; color: #6B4A00; font-weight: 600; font-size: .875rem; }
@media screen and (prefers-color-scheme: dark) { .test { background: #3A2E10; color: #FFE3A3; } }
.total { margin: 1.5rem 0; padding: 1rem 0; border-block: 1px solid var(--border); }
.total .amount { display: block; font-size: 2rem; line-height: 1.2; font-weight: 650; letter-spacing: -.01em; }
a { color: var(--primary); }
button { font: inherit; font-weight: 600; color: var(--primary-foreground); background: var(--primary); border: 0; border-radius: 10px; padding: .625rem 1rem; cursor: pointer; }
:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
.missing { text-align: center; }
footer { max-width: 34rem; margin: 0 auto 2rem; padding: 0 .5rem; }
@media (max-width: 36rem) { main { margin: 0; border-width: 0 0 1px; border-radius: 0; padding: 1.5rem 1.25rem; } footer { padding: 1rem 1.25rem; margin: 0; } }
`;
