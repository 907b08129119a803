import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { ChildAtHome } from '~/models/entry/dashboard/children-at-home.server'
import { ChildCard } from './__child-card'

const child: ChildAtHome = {
  publicId: 'bcdfghjkmnpq',
  firstName: 'Asha',
  lastName: 'Patel',
  schoolPublicId: '23456789bcdf',
  schoolName: 'Demo School',
  maySee: true,
  mayPay: true,
  isTold: true,
  owedPaise: 0,
  overduePaise: 0,
  nextDue: null,
  notices: [],
  attendance: null,
  holiday: null,
  isClosed: false,
  nextExam: null,
}
const shown = (more: Partial<ChildAtHome>) => renderToStaticMarkup(<ChildCard child={{ ...child, ...more }} />)

it('shows today’s attendance mark, or why attendance is not marked', () => {
  expect(shown({})).toContain('Not marked yet')
  expect(shown({ isClosed: true })).toContain('No school today')
  expect(shown({ isClosed: true, holiday: 'Diwali' })).toContain('Holiday: Diwali')
  const marked = shown({ isClosed: true, holiday: 'Diwali', attendance: 'present' })
  expect(marked).toContain('Present')
  expect(marked).not.toContain('Diwali')
})

it('shows the end of a current exam, or the start of the next one', () => {
  const nextExam = { studentId: 1, title: 'Half-yearly', startsOn: '2026-11-02', endsOn: '2026-11-06' }
  expect(shown({ nextExam: { ...nextExam, isUnderWay: false } })).toContain('Half-yearly, 2 Nov 2026')
  expect(shown({ nextExam: { ...nextExam, isUnderWay: true } })).toContain('Half-yearly, under way until 6 Nov 2026')
})

it('labels each figure, and shows only the fees to a guardian without the right `maySee`', () => {
  const figures = (more: Partial<ChildAtHome>) =>
    [...shown(more).matchAll(/<dt>(.*?)<\/dt>\s*<dd>(.*?)<\/dd>/g)].map(([, label, value]) => [label, value])
  const money = { owedPaise: 100_000, overduePaise: 70_000 }
  const named = [
    ['Fees to pay', '₹1,000'],
    ['Of which overdue', '₹700'],
  ]
  expect(figures(money)).toEqual([...named, ['Attendance today', 'Not marked yet'], ['Next exam', 'None announced']])
  const secret = {
    attendance: 'absent' as const,
    nextExam: { studentId: 1, title: 'Half-yearly', isUnderWay: false },
    notices: [{ title: 'Trip to Vadodara', fromOn: '2026-11-02' }],
  }
  const nextExam = { ...secret.nextExam, startsOn: '2026-11-02', endsOn: '2026-11-06' }
  expect(figures({ ...money, ...secret, nextExam, maySee: false })).toEqual(named)
  expect(shown({ ...money, ...secret, nextExam, maySee: false })).not.toMatch(/Absent|Half-yearly|Trip to Vadodara/)
  expect(figures({ ...money, ...secret, nextExam, maySee: false, mayPay: false })).toEqual([])
})

it("offers the pages that the guardian's rights allow", () => {
  const offered = (more: Partial<ChildAtHome>) =>
    [...shown(more).matchAll(/name="to" value="(\w+)"/g)].map(([, page]) => page)
  expect(offered({ mayPay: false })).toEqual(['dashboard', 'fees', 'attendance', 'notices'])
  expect(offered({ maySee: false })).toEqual(['fees'])
  expect(offered({ maySee: false, mayPay: false })).toEqual([])
})
