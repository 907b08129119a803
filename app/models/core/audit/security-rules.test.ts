import { describe, expect, it } from 'vitest'
import { eventsOfAudit, keptDetails } from './security-rules'

const kindsOf = (action: string, details = {}) => eventsOfAudit(action, details).map(({ kind }) => kind)

describe('eventsOfAudit', () => {
  it('maps entries about passwords, sign-in and rights', () => {
    expect(kindsOf('password.changed')).toEqual(['password-changed'])
    expect(kindsOf('sessions.ended')).toEqual(['signed-out-everywhere'])
    expect(kindsOf('staff.deactivated')).toEqual(['sign-in-closed'])
  })

  it('ignores all other entries', () => {
    expect(kindsOf('fee.created')).toEqual([])
    expect(kindsOf('constructor')).toEqual([])
    expect(kindsOf('student.updated', { changed: 'first_name email_note' })).toEqual([])
  })

  it('reports a changed sign-in name without its old and new values', () => {
    expect(eventsOfAudit('student.updated', { changed: 'email mobile_number', emailTo: 'a@b.test' })).toEqual([
      { kind: 'email-changed', details: {} },
      { kind: 'mobile-changed', details: {} },
    ])
  })

  it('reports a colleague’s role only if it changed', () => {
    const same = { email: 'a@b.test', emailBefore: 'a@b.test', name: 'Farida' }
    expect(eventsOfAudit('staff.updated', { ...same, role: 'office', roleBefore: 'teacher' })).toEqual([
      { kind: 'role-changed', details: { role: 'office', roleBefore: 'teacher' } },
    ])
    expect(kindsOf('staff.updated', { ...same, role: 'office', roleBefore: 'office' })).toEqual([])
    expect(
      kindsOf('staff.updated', { ...same, emailBefore: 'c@d.test', role: 'office', roleBefore: 'office' }),
    ).toEqual(['email-changed'])
  })
})

describe('keptDetails', () => {
  it('truncates a long text only between whole characters', () => {
    const kept = JSON.parse(keptDetails({ path: '😀'.repeat(300), count: 3, gone: null }))
    expect([...kept.path]).toHaveLength(200)
    expect(kept).toMatchObject({ count: 3, gone: null })
  })
})
