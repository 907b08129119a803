import { describe, expect, it } from 'vitest'
import { pointOfDraft, withChosenPoint } from './place-choice'

const chosen = { pickup_address: 'Kalavad Road, Rajkot', pickup_lat: '22.29', pickup_lng: '70.77' }

describe('the point of a chosen place', () => {
  it.each(['Kalavad Road, Rajkot', 'Flat 12,  kalavad road,\nRajkot'])('stays with %j', (pickup_address) => {
    expect(pointOfDraft(withChosenPoint({ pickup_address }, chosen, 'pickup'), 'pickup')).toEqual({
      latitude: 22.29,
      longitude: 70.77,
    })
  })

  it.each(['', 'Raiya Road, Rajkot', 'Kalavad'])('goes with %j', (pickup_address) => {
    const fields = withChosenPoint({ pickup_address }, chosen, 'pickup')
    expect(fields).toEqual({ pickup_address, pickup_lat: '', pickup_lng: '' })
    expect(pointOfDraft(fields, 'pickup')).toBeNull()
  })

  it('is none where nothing was chosen', () => {
    expect(withChosenPoint({ drop_address: 'Home' }, {}, 'drop')).toEqual({
      drop_address: 'Home',
      drop_lat: '',
      drop_lng: '',
    })
  })
})
