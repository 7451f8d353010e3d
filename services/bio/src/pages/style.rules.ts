import { styleOf } from '@fingerpost/kit/visitor/page-style'

export const BIO_STYLE = styleOf(`
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;align-items:center;padding:clamp(2rem,8vh,5rem) 1.25rem 1.5rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;-webkit-text-size-adjust:100%}
main{width:100%;max-width:34rem}
header{text-align:center}
.avatar{position:relative;display:grid;place-items:center;width:6rem;height:6rem;margin:0 auto 1.25rem;border-radius:50%;overflow:hidden;background:var(--tint);color:var(--accent);font-size:2.5rem;font-weight:600;line-height:1;box-shadow:0 0 0 1px var(--line)}
.avatar img{position:absolute;inset:0;width:100%;height:100%;object-fit:cover}
h1{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:6;overflow:hidden;margin:0;font-size:1.6rem;line-height:1.25;letter-spacing:-.01em;text-wrap:balance;overflow-wrap:anywhere}
p{margin:.6rem auto 0;max-width:30rem;color:var(--soft);white-space:pre-line;text-wrap:pretty;overflow-wrap:anywhere}
a{color:var(--accent)}
.email{display:inline-block;max-width:100%;margin-top:.75rem;overflow-wrap:anywhere;text-underline-offset:.2em}
ul{list-style:none;margin:2rem 0 0;padding:0;display:grid;grid-template-columns:minmax(0,1fr);gap:.75rem}
li a{display:flex;align-items:center;gap:.9rem;min-height:4rem;padding:.7rem 1.15rem .7rem .75rem;border:1px solid var(--line);border-radius:1rem;background:var(--card);color:inherit;text-decoration:none;transition:border-color .15s,transform .15s}
li a:hover{border-color:var(--accent)}
li a:active{transform:scale(.99)}
li a::after{content:"";flex:none;width:.5rem;height:.5rem;border:solid var(--soft);border-width:1.5px 1.5px 0 0;transform:rotate(45deg)}
li a:dir(rtl){padding:.7rem .75rem .7rem 1.15rem}
li a:dir(rtl)::after{transform:rotate(-135deg)}
li svg{flex:none;width:2.6rem;height:2.6rem;padding:.55rem;border-radius:.75rem;background:var(--tint);color:var(--accent);fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
li span{flex:1;min-width:0}
li b{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden;font-weight:600;line-height:1.35;overflow-wrap:anywhere}
li small{display:block;direction:ltr;font-size:.875rem;color:var(--soft);white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
li a:dir(rtl) small{text-align:right}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
footer{margin-top:auto;padding-top:2.5rem;font-size:.8125rem;color:var(--soft)}
@media(prefers-reduced-motion:reduce){li a{transition:none}}
@media print{li a::after,footer{display:none}}`)
