import type { OwnDataPage } from '~/models/people/students/own-data-view'

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)

/** Self-contained HTML file with a person's data, for their own browser. */
export function ownDataHtml({ language, title, made, none, groups }: OwnDataPage): string {
  const cells = (tag: 'th' | 'td', texts: readonly string[]) =>
    `<tr>${texts.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('')}</tr>`
  const parts = groups.map(({ title: heading, columns, rows }) =>
    [
      `<h2>${escaped(heading)}</h2>`,
      rows.length === 0
        ? `<p>${escaped(none)}</p>`
        : `<table>${cells('th', columns)}\n${rows.map((row) => cells('td', row)).join('\n')}</table>`,
    ].join('\n'),
  )
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>
body { max-width: 60rem; margin: 0 auto; padding: 1rem; font: 16px/1.5 system-ui, "Noto Sans", sans-serif; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 4px 8px; border: 1px solid #d5dce3; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>${escaped(made)}</p>
${parts.join('\n')}
</body>
</html>
`
}
