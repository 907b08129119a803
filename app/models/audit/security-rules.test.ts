import { describe, expect, it } from 'vitest'
import { deviceOf, eventsOfAudit, keptDetails, networkOf } from './security-rules'

const kindsOf = (action: string, details = {}) => eventsOfAudit(action, details).map(({ kind }) => kind)

describe('eventsOfAudit', () => {
  it('takes over what concerns passwords, sign-in and rights', () => {
    expect(kindsOf('password.changed')).toEqual(['password-changed'])
    expect(kindsOf('sessions.ended')).toEqual(['signed-out-everywhere'])
    expect(kindsOf('staff.deactivated')).toEqual(['sign-in-closed'])
  })

  it('leaves all else to the audit log', () => {
    expect(kindsOf('fee.created')).toEqual([])
    expect(kindsOf('constructor')).toEqual([])
    expect(kindsOf('student.updated', { changed: 'first_name email_note' })).toEqual([])
  })

  it('tells a changed name to sign in by, and nothing of what it was', () => {
    expect(eventsOfAudit('student.updated', { changed: 'email mobile_number', emailTo: 'a@b.test' })).toEqual([
      { kind: 'email-changed', details: {} },
      { kind: 'mobile-changed', details: {} },
    ])
  })

  it('tells the role of a colleague only where it changed', () => {
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

describe('networkOf', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['2001:db8:1:2:3:4:5::', '2001:db8:1:2'],
    ['', ''],
  ])('%s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('deviceOf', () => {
  const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  it.each([
    [`Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/126.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-A155F) ${webKit} SamsungBrowser/25.0 Chrome/121.0 Safari/537.36`,
      'Samsung Internet on Android',
    ],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/126.0 Safari/537.36 Edg/126.0`, 'Edge on Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (Mobile; Nokia_2780; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/3.1', 'Firefox on KaiOS'],
    ['curl/8.5.0', 'Unknown device'],
    ['Windows', 'Windows'],
    ['Chrome/1', 'Chrome'],
    [null, 'Unknown device'],
  ])('%s is %s', (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device)
  })

  it('looks at no more than the beginning', () => {
    expect(deviceOf(`${'x '.repeat(300)}Chrome/1`)).toBe('Unknown device')
  })
})

describe('keptDetails', () => {
  it('cuts each text between letters', () => {
    const kept = JSON.parse(keptDetails({ path: '😀'.repeat(300), count: 3, gone: null }))
    expect([...kept.path]).toHaveLength(200)
    expect(kept).toMatchObject({ count: 3, gone: null })
  })
})
