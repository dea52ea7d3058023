import { describe, expect, test } from "bun:test";
import { sanitise as sanitiseBody } from "../../../../ingest/parse/html.ts";

const sanitise = (html: string): string => sanitiseBody(html).html;

/** Everything allowed in a served body: allow-listed tags and attributes, http(s) links, escaped text. */
const TAG = "p|div|ul|ol|li|h[1-6]|br ?/|table|caption|thead|tbody|tr|th|td|strong|em|sup|sub|a";
const ATTRIBUTE =
  ' (?:class="[a-z-]+-western"|id="[\\p{L}\\d._:-]+"|href="(?:https?://|#)[^"<>]*"|(?:col|row)span="\\d+"|start="\\d+"|value="\\d+")';
const SAFE = new RegExp(`^(?:[^<>]|<(?:${TAG})(?:${ATTRIBUTE})* ?/?>|</(?:${TAG})>)*$`, "u");

describe("a served body keeps", () => {
  test.each([
    '<p class="numero-de-paragraphe-western" id="130_02">130</p>',
    '<p class="remarque-western">Une <strong>remarque</strong> du 1<sup>er</sup> mai</p>',
    "<ul><li>un</li></ul><ol><li>deux</li></ol>",
    '<table><caption>Taux</caption><tr><th rowspan="2">A</th><td colspan="3">B</td></tr></table>',
    '<ol start="3"><li>trois</li><li value="5">cinq</li></ol>',
    "<h1>I.</h1><h6>a.</h6>",
    '<h1 id="I._Champ_10">I.</h1><a href="#I._Champ_10">au I</a>',
    '<a href="#130_02">au § 130</a><p class="numero-de-paragraphe-western" id="130_02">130</p>',
    '<a href="https://bofip.impots.gouv.fr/bofip/2491-PGP.html/identifiant=BOI-IR-20250414">BOI-IR</a>',
    '<a href="https://www.legifrance.gouv.fr/codes/article_lc/LEGIARTI1?a=1&amp;b=2">article 1</a>',
  ])("%s", (html) => {
    expect(sanitise(html)).toBe(html);
  });
});

describe("a served body is put right:", () => {
  test.each([
    [
      "a whole page is its body",
      "<!DOCTYPE html><html><head><title>T</title></head><body>\n<p>a</p>\n</body></html>",
      "<p>a</p>",
    ],
    [
      "an archive's link leads to the site",
      '<a href="Contenu:2494-PGP">BOI-IR</a>',
      '<a href="https://bofip.impots.gouv.fr/bofip/2494-PGP.html">BOI-IR</a>',
    ],
    [
      "a link of the site is completed",
      '<a href="/bofip/1-PGP.html">x</a>',
      '<a href="https://bofip.impots.gouv.fr/bofip/1-PGP.html">x</a>',
    ],
    [
      "an unknown class goes",
      '<p class="x remarque-western y" style="color:red">a</p>',
      '<p class="remarque-western">a</p>',
    ],
    [
      "an unsafe identifier goes",
      '<p class="numero-de-paragraphe-western" id="cookie">1</p>',
      '<p class="numero-de-paragraphe-western">1</p>',
    ],
    [
      "an identifier elsewhere goes",
      '<p class="paragraphe-western" id="1_02">a</p>',
      '<p class="paragraphe-western">a</p>',
    ],
    [
      "a container keeps its text apart",
      "<section>a</section><blockquote>b</blockquote>",
      "<div>a</div><div>b</div>",
    ],
    ["a heading's name that a script may use goes", '<h1 id="cookie">I.</h1>', "<h1>I.</h1>"],
    ["a link to nothing of the document is text", '<p><a href="#130_02">au § 130</a></p>', "<p>au § 130</p>"],
    [
      "a link that no page follows is text",
      '<a href="mailto:a@b.fr">a</a> <a href="Attachment:1-PGP">b</a>',
      "a b",
    ],
    ["a link without address is text", '<a name="x">a</a>', "a"],
    [
      "what follows a dropped link closes as it opened",
      '<p><a href="#x">a</a> <a href="https://x.test/">b</a> <strong>c</strong></p>',
      '<p>a <a href="https://x.test/">b</a> <strong>c</strong></p>',
    ],
    [
      "an image is its words",
      '<img src="https://x.test/i.png" alt="a &lt; &quot;b&quot;">',
      '[formule : a &lt; "b"]',
    ],
    ["an image without words leaves a mark", "<p><img src=x></p>", "<p>[image]</p>"],
    ["an absurd number goes", '<ol start="-1"><li value="x">a</li></ol>', "<ol><li>a</li></ol>"],
    ["an unknown tag leaves its text", "<span>a</span><font>b</font>", "ab"],
    [
      "a span is read from its first digits",
      '<td colspan="2abc" rowspan="0">a</td><td colspan="0" rowspan=" 3">b</td>',
      '<td colspan="2" rowspan="0">a</td><td rowspan="3">b</td>',
    ],
    [
      "the foot of a table stays one",
      "<table><tfoot><tr><td>a</td></tr></tfoot></table>",
      "<table><tfoot><tr><td>a</td></tr></tfoot></table>",
    ],
    ["an absurd span goes", '<td colspan="99999" rowspan="x">a</td>', "<td>a</td>"],
  ])("%s", (_rule, html, expected) => {
    expect(sanitise(html)).toBe(expected);
  });
});

describe("nothing that runs, loads or deceives survives in", () => {
  test.each([
    "<script>alert(1)</script>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<SCRIPT SRC=//x.test/a.js></SCRIPT>",
    '<p onclick="alert(1)">a</p>',
    '<p/onmouseover="alert(1)">a</p>',
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" &#14; javascript:alert(1)">x</a>',
    '<a href="java&#10;script:alert(1)">x</a>',
    '<a href="JaVaScRiPt&colon;alert(1)">x</a>',
    '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
    '<a href="vbscript:msgbox(1)">x</a>',
    '<a href="//x.test/">x</a>',
    '<a href="\\\\x.test">x</a>',
    '<a href="Contenu:javascript:alert(1)">x</a>',
    '<a href="https://x.test/&quot; onclick=&quot;alert(1)">x</a>',
    '<iframe src="https://x.test"></iframe>',
    "<iframe srcdoc='<script>alert(1)</script>'><p>x</p></iframe>",
    "<object data=x></object><embed src=x>",
    '<form action="https://x.test"><input name="a"><button>ok</button></form>',
    '<base href="https://x.test/">',
    '<meta http-equiv="refresh" content="0;url=https://x.test">',
    "<style>@import 'https://x.test'</style>",
    '<link rel="stylesheet" href="https://x.test">',
    "<!--><script>alert(1)</script-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<svg></p><style><a id='</style><img src=1 onerror=alert(1)>'>",
    "<textarea></textarea><img src=x onerror=alert(1)></textarea>",
    "<title><img src=x onerror=alert(1)></title>",
    "<xmp><img src=x onerror=alert(1)></xmp>",
    "<template><script>alert(1)</script></template>",
    "<p class='numero-de-paragraphe-western' id='1\"><script>alert(1)</script>'>1</p>",
    "<td colspan='1\" onclick=\"alert(1)'>a</td>",
    "<table><td background='javascript:alert(1)'>a</table>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<a <script>alert(1)</script>",
    "<",
    "<p",
  ])("%s", (html) => {
    const served = sanitise(html);
    expect(served).toMatch(SAFE);
    expect(sanitise(served)).toBe(served);
  });
});
