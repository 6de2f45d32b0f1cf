/** The portal's look: the colours of `web/src/ui/styles/tokens.css` under their names there, in both schemes. */
export const style = `
:root {
  color-scheme: light dark;
  --bg: light-dark(#f6f3ec, #131210);
  --surface: light-dark(#fffefb, #1b1a17);
  --line: light-dark(#e2dccf, #312e29);
  --text: light-dark(#221f1a, #f5f1e9);
  --text2: light-dark(#575146, #c3bcb0);
  --ok: light-dark(#2c6e40, #8bcb9b);
  --warn: light-dark(#8a5200, #ffb84a);
  --warn-bg: light-dark(#fff1d2, #30260f);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: 16px/1.5 Figtree, system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 24px; margin: 0; }
h2 { font-size: 18px; margin: 32px 0 8px; }
h3 { font-size: 16px; margin: 0; }
section, article { background: var(--surface); border: 1px solid var(--line); border-radius: 16px; padding: 16px; margin: 8px 0; }
p { margin: 4px 0; color: var(--text2); overflow-wrap: anywhere; }
.ok { color: var(--ok); }
.warn { color: var(--warn); background: var(--warn-bg); border-radius: 12px; padding: 8px 12px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin-top: 8px; font-variant-numeric: tabular-nums; }
th { text-align: start; color: var(--text2); font-weight: 500; font-size: 14px; }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.raw { font-family: ui-monospace, monospace; font-size: 14px; overflow-wrap: anywhere; }
summary { cursor: pointer; color: var(--warn); min-height: 44px; display: flex; align-items: center; }
a { color: var(--warn); }
`
