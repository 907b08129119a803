import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Badge } from './blocks'
import { type Column, DataTable } from './data-table'

type Fee = { id: string; name: string; amount: string; paid: boolean }

const columns: Column<Fee>[] = [
  { label: 'Fee Name', role: 'title', cell: (fee) => fee.name },
  { label: 'Amount', align: 'end', cell: (fee) => fee.amount },
  { label: 'Status', cell: (fee) => <Badge tone={fee.paid ? 'good' : 'warn'}>{fee.paid ? 'Paid' : 'Due'}</Badge> },
  {
    label: 'Actions',
    role: 'actions',
    cell: (fee) => (
      <a className="btn" href={`/students/fees/${fee.id}`}>
        Pay
      </a>
    ),
  },
]

const fee = (id: string): Fee => ({ id, name: 'Tuition fee', amount: '₹12,500.00', paid: false })
const render = (rows: Fee[]) =>
  renderToStaticMarkup(<DataTable caption="Fees of 2026-27" columns={columns} rows={rows} rowKey={(row) => row.id} />)

describe('DataTable', () => {
  it('labels the table, its columns and its rows for screen readers', () => {
    const html = render([fee('a1')])
    expect(html).toContain('<caption class="sr">Fees of 2026-27</caption>')
    expect(html).toContain('<th scope="col" class="num">Amount</th>')
    expect(html).toContain('<th scope="row">Tuition fee</th>')
  })

  it('labels each cell for the card layout on phones, except the row title and the actions', () => {
    const html = render([fee('a1')])
    expect(html).toContain('<td class="num" data-label="Amount">₹12,500.00</td>')
    expect(html).toContain('<td data-label="Status"><span class="badge warn">Due</span></td>')
    expect(html).toContain('<td class="act"><a class="btn" href="/students/fees/a1">Pay</a></td>')
    expect(html.match(/data-label/g)).toHaveLength(2)
  })

  it('puts the full text into the title of a clipped cell', () => {
    const long: Column<Fee> = { label: 'For', align: 'clip', cell: (one) => `${one.name}, first instalment` }
    const html = renderToStaticMarkup(
      <DataTable caption="Fees" columns={[long]} rows={[fee('a1')]} rowKey={(row) => row.id} />,
    )
    expect(html).toContain('<td class="clip" data-label="For" title="Tuition fee, first instalment">')
  })

  it('renders 7 elements for a row of 4 cells, so that 40 rows of 6 cells stay far below 800 elements', () => {
    const elements = (html: string) => html.match(/<[a-z]/g)?.length ?? 0
    expect(elements(render([fee('a1'), fee('a2')])) - elements(render([fee('a1')]))).toBe(7)
  })
})
