import { describe, expect, it } from 'vitest'
import { mutableEvents } from './options'
import { noPreference, preferenceOf } from './preference-rules'

describe('preferenceOf', () => {
  it('reads the first channel and the events that are switched off', () => {
    const [one = '', , other = ''] = mutableEvents
    expect(preferenceOf({ firstChannel: 'sms', muted: `${other},${one}` })).toEqual({
      firstChannel: 'sms',
      muted: [one, other],
    })
  })

  it('leaves out a channel that does not exist and an event that cannot be switched off', () => {
    expect(preferenceOf({ firstChannel: 'pigeon', muted: 'urgent,invitation,pigeon' })).toEqual(noPreference)
    expect(preferenceOf({ firstChannel: null, muted: '' })).toEqual({ firstChannel: null, muted: [] })
  })
})
