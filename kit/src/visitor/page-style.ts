import { hash } from 'node:crypto'

/** An inline stylesheet, and its hash for the Content-Security-Policy. */
export interface PageStyle {
  css: string
  hash: string
}

/** The colors of all visitor pages, light and dark. */
const COLORS = `
:root{color-scheme:light dark;--ink:#1d2430;--paper:#f6f5f1;--card:#fff;--soft:#5d6675;--accent:#b4441c;--line:#e2dfd6;--tint:#f7e9e2}
@media(prefers-color-scheme:dark){:root{--ink:#eceae4;--paper:#14171c;--card:#1d2129;--soft:#9aa3b1;--accent:#f08a5d;--line:#2c323c;--tint:#33251f}}`

/** A stylesheet in the colors of all visitor pages. It must not load anything by URL. */
export function styleOf(rules: string): PageStyle {
  const css = (COLORS + rules).replaceAll('\n', '')
  return { css, hash: hash('sha256', css, 'base64') }
}

/** The style of pages with one card. */
export const CARD_STYLE = styleOf(`
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;align-items:center;padding:1.5rem 1.25rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;-webkit-text-size-adjust:100%}
main{width:100%;max-width:28rem;margin:auto;padding:clamp(1.5rem,6vw,2.25rem);border:1px solid var(--line);border-radius:1rem;background:var(--card)}
.wide{max-width:42rem}
.icon{display:block;width:3rem;height:3rem;margin:0 0 1.25rem;padding:.7rem;border-radius:.85rem;background:var(--tint);color:var(--accent);fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
h1{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:6;overflow:hidden;margin:0;font-size:1.35rem;line-height:1.3;letter-spacing:-.01em;text-wrap:balance;overflow-wrap:anywhere}
p{margin:.5rem 0 0;color:var(--soft);text-wrap:pretty;overflow-wrap:anywhere}
.over{margin:0 0 .35rem;font-size:.875rem}
.wrong{color:var(--accent);font-weight:600}
label{display:block;margin:1.4rem 0 .4rem;font-size:.9375rem;font-weight:600}
input{width:100%;padding:.7rem .85rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:.7rem}
button,.button{display:block;width:100%;margin-top:1.25rem;padding:.75rem 1.4rem;font:inherit;font-weight:600;line-height:1.5;text-align:center;color:#fff;background:#a83f1a;border:0;border-radius:.7rem;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:#8f3415}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
dl{margin:1.25rem 0 0}
dt{font-size:.875rem;color:var(--soft)}
dd{margin:.1rem 0 1rem;overflow-wrap:anywhere}
dd:last-child{margin-bottom:0}
dd b{display:block;font-size:1.0625rem}
dd span{display:block;max-height:9.75em;overflow:auto;word-break:break-all;font-size:.9375rem;color:var(--soft)}
figure{margin:1.75rem 0 0;text-align:center;font-size:.875rem;color:var(--soft)}
figure svg{display:block;width:100%;max-width:11rem;margin:0 auto .6rem;border:1px solid var(--line);border-radius:.85rem;background:#fff}
footer{padding-top:1.5rem;font-size:.8125rem;color:var(--soft)}
@media(min-width:40rem){.wide{display:grid;grid-template-columns:minmax(0,1fr) 11rem;gap:2.25rem;align-items:center}.wide figure{margin:0}}
@media print{button,.button,footer{display:none}}`)
