import type { Content } from 'pdfmake'
import type { Locale } from '~/language/paraglide/runtime'
import { type Say, sayIn } from '~/language/say'
import { hairline, ink, soft } from './letterhead.server'
import { makePdf } from './pdf.server'
import { drawing, layOut, mm, type Sheet, textIn } from './sheet.server'

export interface SlipsView<Slip> {
  schoolName: string
  /** Full URL of the page on which the recipient starts. */
  address: string
  printedAt: Date
  slips: readonly Slip[]
}

/** Content of a slip below the school's and the recipient's name. */
type SlipText = {
  /** Line below the name. */
  under?: string
  title: string
  rows: readonly { label: string; value: string; isStrong?: true; size?: number }[]
  /** Font size of the rows in points. */
  size: number
  /** Next step for the recipient. */
  next: string
}

const sheet: Sheet = { columns: 2, rows: 4, width: 100 * mm, height: 70 * mm }
const inset = 7 * mm
const labels = 25 * mm

/** Slips to cut out, eight on an A4 page, each in its recipient's language. */
export function renderSlips<Slip extends { language: Locale; name: string }>(
  view: SlipsView<Slip>,
  textOf: (slip: Slip, say: Say) => SlipText,
  title: string,
): Promise<Uint8Array> {
  const draw = (slip: Slip, x: number, y: number) =>
    drawSlip([view.schoolName, slip.name], textOf(slip, sayIn(slip.language)), x, y)
  return makePdf(
    { pageMargins: [0, 0, 0, 0], defaultStyle: { fontSize: 9, color: ink }, content: layOut(sheet, view.slips, draw) },
    { title, author: view.schoolName, createdAt: view.printedAt, language: 'en-IN' },
  )
}

type Setting = { bold?: boolean; color?: string; smallest?: number; lines?: number }

function drawSlip([school, name]: [string, string], slip: SlipText, left: number, top: number): Content[] {
  const width = sheet.width - 2 * inset
  const x = left + inset
  const nodes: Content[] = []
  let y = top + 4 * mm
  const put = (content: string, size: number, setting: Setting) => {
    const drawn = textIn(content, { x, y, width, size, ...setting })
    nodes.push(...drawn.nodes)
    y += drawn.height
  }
  put(school, 10, { smallest: 7, color: soft })
  put(name, 13.5, { bold: true, smallest: 8, lines: 2 })
  if (slip.under !== undefined) put(slip.under, 9.5, { smallest: 6.5, color: soft })
  y += 2
  nodes.push(drawing([{ type: 'line', x1: x, y1: y, x2: x + width, y2: y, lineWidth: 0.7, lineColor: hairline }]))
  y += 4
  put(slip.title, 11, { bold: true, smallest: 7 })
  y += 2
  for (const { label, value, isStrong = false, size = slip.size } of slip.rows) {
    const labelText = textIn(label, { x, y, width: labels - 6, size: 8.5, smallest: 6, lines: 2, color: soft })
    const valueStyle = { size, smallest: 6.5, lines: 2, bold: isStrong }
    const valued = textIn(value, { x: x + labels, y, width: width - labels, ...valueStyle })
    nodes.push(...labelText.nodes, ...valued.nodes)
    y += Math.max(labelText.height, valued.height) + 1.5
  }
  y += 2
  put(slip.next, 8.5, { smallest: 6, lines: 2, color: soft })
  return nodes
}
