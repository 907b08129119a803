import type { Cell, Content } from 'pdfmake'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import type { PackingSlip } from '~/models/money/shop/orders/office-orders.server'
import { orderNumber } from '~/models/money/shop/rules'
import { grid, hairline, ink, innerWidth, officePaper, paperTable, ruled, soft, underHead } from './letterhead.server'
import { pdfText } from './pdf.server'

export interface PackingSlipsView {
  schoolName: string
  /** Place and time of collection; null when the school has set none. */
  collectNote: string | null
  /** `YYYY-MM-DD` */
  printedOn: string
  slips: readonly PackingSlip[]
}

/**
 * Packing slips of orders for the store room, in English like all office papers: recipient and items, without prices.
 * Short slips share a page; only a slip longer than a page is split.
 */
export function renderPackingSlips(view: PackingSlipsView): Promise<Uint8Array> {
  const [only, ...others] = view.slips
  const title = only && others.length === 0 ? `Packing slip ${orderNumber(only)}` : 'Packing slips'
  return officePaper({ ...view, title, fontSize: 10, content: view.slips.map((slip) => slipBox(slip, view)) })
}

function slipBox(slip: PackingSlip, view: PackingSlipsView): Content {
  const classSection = [slip.className, slip.sectionName].filter((part) => part !== null).join(' – ')
  const roll = slip.rollNumber === null ? '' : `Roll No. ${slip.rollNumber}`
  const pieces = slip.items.reduce((sum, item) => sum + item.quantity, 0)
  const stack: Content[] = [
    {
      columns: [
        pdfText(view.schoolName, { color: soft, width: '*' }),
        pdfText(`Order ${orderNumber(slip)}  ·  ${formatDay(todayInIndia(slip.placedAt), 'en')}`, {
          color: soft,
          alignment: 'right',
          width: 'auto',
        }),
      ],
      columnGap: 12,
    },
    pdfText(slip.studentName, { fontSize: 15, bold: true, margin: [0, 4, 0, 0] }),
    pdfText([classSection, roll, slip.enrollmentNumber].filter((part) => part !== '').join('  ·  '), {
      margin: [0, 0, 0, 6],
    }),
    itemsTable(slip, pieces),
  ]
  if (view.collectNote) stack.push(pdfText(view.collectNote, { color: soft, margin: [0, 6, 0, 0] }))
  stack.push(
    pdfText('Packed by ____________________        Received by ____________________', { margin: [0, 14, 0, 2] }),
  )
  return {
    table: { widths: [innerWidth - 24], dontBreakRows: slip.items.length <= 20, body: [[{ stack }]] },
    layout: { ...grid(1, hairline, 10), paddingLeft: () => 12, paddingRight: () => 12 },
    margin: [0, 0, 0, 14],
  }
}

function itemsTable(slip: PackingSlip, pieces: number): Content {
  const bold = (words: string, alignment: 'left' | 'right' = 'left'): Cell => pdfText(words, { bold: true, alignment })
  const table = paperTable(slip.items, [
    // A box to tick while packing.
    {
      width: 14,
      head: { text: '' },
      cell: () => ({ canvas: [{ type: 'rect', x: 0, y: 2, w: 9, h: 9, lineWidth: 1, lineColor: ink }] }),
    },
    { width: '*', head: bold('Item'), cell: (item) => pdfText(item.name), sum: pdfText('Pieces', { color: soft }) },
    { head: bold('Size'), cell: (item) => pdfText(item.label === '' ? '–' : item.label, { bold: true }) },
    {
      head: bold('Quantity', 'right'),
      cell: (item) => bold(String(item.quantity), 'right'),
      sum: bold(String(pieces), 'right'),
    },
  ])
  return { table, layout: ruled(underHead, 6) }
}
