import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { ChildAtHome } from '~/models/dashboard/children-at-home.server'
import { ChildCard } from './__child-card'

const child: ChildAtHome = {
  ...{ publicId: 'bcdfghjkmnpq', firstName: 'Asha', lastName: 'Patel', schoolPublicId: '23456789bcdf' },
  ...{ schoolName: 'Demo School', maySee: true, mayPay: true, isTold: true },
  ...{ owedPaise: 0, overduePaise: 0, nextDue: null, notices: [] },
  ...{ attendance: null, holiday: null, isClosed: false, nextExam: null },
}
const shown = (more: Partial<ChildAtHome>) => renderToStaticMarkup(<ChildCard child={{ ...child, ...more }} />)

it('says why nobody is marked today, and the mark where there is one', () => {
  expect(shown({})).toContain('Not marked yet')
  expect(shown({ isClosed: true })).toContain('No school today')
  expect(shown({ isClosed: true, holiday: 'Diwali' })).toContain('Holiday: Diwali')
  const marked = shown({ isClosed: true, holiday: 'Diwali', attendance: 'present' })
  expect(marked).toContain('Present')
  expect(marked).not.toContain('Diwali')
})

it('says until when an exam is under way, and from when the next one is', () => {
  const nextExam = { studentId: 1, title: 'Half-yearly', startsOn: '2026-11-02', endsOn: '2026-11-06' }
  expect(shown({ nextExam: { ...nextExam, isUnderWay: false } })).toContain('Half-yearly, 2 Nov 2026')
  expect(shown({ nextExam: { ...nextExam, isUnderWay: true } })).toContain('Half-yearly, under way until 6 Nov 2026')
})
