// SPDX-License-Identifier: Apache-2.0
// Builds the page: dist/tangible.html (served), dist/share.html (with a place for a run), and the policy that goes with the first.
// --dev adds dist/dev.html with a stand-in server inside; --tests adds the tests as plain scripts; --no-page leaves the page as it is.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync, gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import subsetFont from 'subset-font';

const root = dirname(fileURLToPath(import.meta.url));
const dist = join(root, 'dist');
const require = createRequire(import.meta.url);
const hasFlag = (name) => process.argv.includes(`--${name}`);
mkdirSync(dist, { recursive: true });

// Equations of mechanics use these faces; the others of KaTeX would only make the page larger.
const FACES = ['Main-Regular', 'Main-Bold', 'Math-Italic', 'Size1-Regular', 'Size2-Regular', 'Size3-Regular', 'Size4-Regular'];

const range = (from, to) => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, k) => from + k));
const LATIN = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’“”…−→·×′`;
const GREEK_AND_SIGNS = `${range(0x391, 0x3c9)}\ue020∂∇∞≈≠≤≥±∓∑∏∫√∈→⋯′|‖⟨⟩˙¨˜ˉ⃗⋅∗`;

// Characters that pages of models need; other characters of names are left to the fonts of the reader's machine.
function subset(path) {
  const name = path.replace(/^.*[\\/]/, '');
  const options = { targetFormat: 'woff2', ...(name.startsWith('inter') ? { variationAxes: { wght: { min: 400, max: 600 } } } : {}), ...(name.startsWith('jetbrains') ? { noLayoutClosure: true } : {}) };
  const characters = /KaTeX_(Math|Size)/.test(name) ? null : name.startsWith('KaTeX') ? LATIN + GREEK_AND_SIGNS : LATIN;
  const font = readFileSync(path);
  return characters === null ? font : subsetFont(font, characters, options);
}

const fonts = {
  name: 'fonts',
  setup(build) {
    build.onResolve({ filter: /^(@fontsource|katex\/dist\/katex.min.css|uplot\/dist)/ }, (args) => ({ path: require.resolve(args.path) }));
    build.onLoad({ filter: /\.woff2$/ }, async (args) => ({ contents: await subset(args.path), loader: 'dataurl' }));
    build.onLoad({ filter: /katex\.min\.css$/ }, (args) => {
      const kept = readFileSync(args.path, 'utf8').replace(/@font-face\{[^}]*\}/g, (face) => {
        const file = /KaTeX_([\w-]+)\.woff2/.exec(face)?.[1];
        return FACES.includes(file) ? face.replace(/,url\([^)]*\.woff\)[^,}]*/, '').replace(/,url\([^)]*\.ttf\)[^,;}]*/, '') : '';
      });
      return { contents: kept, loader: 'css', resolveDir: dirname(args.path) };
    });
  },
};

async function bundle(entry) {
  const result = await esbuild.build({
    entryPoints: [join(root, entry)], bundle: true, minify: true, write: false, outdir: dist, format: 'iife', target: ['chrome100', 'firefox115', 'safari16.4'], charset: 'utf8',
    loader: { '.woff2': 'dataurl' }, plugins: [fonts], legalComments: 'none', logLevel: 'warning',
  });
  const text = (ending) => result.outputFiles.find((f) => f.path.endsWith(ending)).text;
  return { script: text('.js').replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--'), style: text('.css').replace(/<\/(style)/gi, '<\\/$1') };
}

const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

// Styles of elements are set by scripts, which style-src does not restrict; KaTeX and uPlot need no inline attributes.
function policy(script, style, extra = '') {
  return `default-src 'none'; script-src ${hash(script)}${extra}; style-src ${hash(style)}; img-src 'self' data: blob:; font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'`;
}

function page(script, style, csp, body = '') {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${csp}">
<link rel="icon" href="data:,">
<title>Tangible</title>
<style>${style}</style>
</head>
<body>
${body}<script>${script}</script>
</body>
</html>
`;
}

// The shared page carries its program deflated; this script inflates and begins it.
const unpack = () => `(async()=>{const s=document.getElementById('tangible-program');const b=Uint8Array.from(atob(s.textContent),c=>c.charCodeAt(0));`
  + `const t=await new Response(new Blob([b]).stream().pipeThrough(new DecompressionStream('deflate'))).text();const e=document.createElement('script');`
  + `e.src=URL.createObjectURL(new Blob([t],{type:'text/javascript'}));document.body.append(e)})()`;

async function build() {
  const { script, style } = await bundle('src/entry.ts');
  const csp = policy(script, style);
  const html = page(script, style, csp);
  writeFileSync(join(dist, 'tangible.html'), html);
  writeFileSync(join(dist, 'tangible.html.gz'), gzipSync(html, { level: 9 }));
  writeFileSync(join(dist, 'tangible.csp'), `${csp}; frame-ancestors 'none'\n`);
  const unpacking = unpack();
  const packed = deflateSync(script, { level: 9 }).toString('base64');
  const body = `<!--tangible-run-->\n<script type="text/plain" id="tangible-program">${packed}</script>\n`;
  writeFileSync(join(dist, 'share.html'), page(unpacking, style, policy(unpacking, style, ' blob:').replace(" 'self'", '').replace("connect-src 'self'", "connect-src 'none'"), body));
  if (hasFlag('sizes')) console.log(`script ${script.length}, style ${style.length}, page gz ${gzipSync(html).length}, script gz ${gzipSync(script).length}`);
}

async function buildDev() {
  const { script, style } = await bundle('dev/entry.ts');
  writeFileSync(join(dist, 'dev.html'), page(script, style, policy(script, style)));
  await scripts(['dev/mock_http.ts', 'dev/write_shared.ts', 'dev/screenshots.ts'], 'dev');
}

const scripts = (files, to) => esbuild.build({
  entryPoints: files.map((f) => join(root, f)), bundle: true, platform: 'node', format: 'esm', outdir: join(dist, to), outExtension: { '.js': '.mjs' }, packages: 'external', target: 'node18', logLevel: 'warning',
});

async function buildTests() {
  for (const [from, to] of [['test', 'test'], ['test/browser', 'browser'], ['test/program', 'program']]) {
    const files = readdirSync(join(root, from)).filter((f) => f.endsWith('_test.ts')).map((f) => join(from, f));
    if (files.length > 0) await scripts(files, to);
  }
}

if (!hasFlag('no-page')) await build();
if (hasFlag('dev')) await buildDev();
if (hasFlag('tests')) await buildTests();
