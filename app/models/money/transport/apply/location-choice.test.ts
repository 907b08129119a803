import { describe, expect, it } from 'vitest'
import { addressOfDraft, pointNameIfDifferent, pointOfDraft, withChosenPoint } from './location-choice'

const place = { pickup_lat: '22.29', pickup_lng: '70.77', pickup_place: 'Kalavad Road, Rajkot' }
const chosen = { ...place, pickup_address: 'Kalavad Road, Rajkot' }

describe('withChosenPoint', () => {
  it.each(['Kalavad Road, Rajkot', 'Flat 12,  kalavad road,\nRajkot'])(
    'keeps the chosen point while the address is %j',
    (pickup_address) => {
      const fields = withChosenPoint({ pickup_address }, chosen, 'pickup')
      expect(fields).toEqual({ ...place, pickup_address })
      expect(pointOfDraft(fields, 'pickup')).toEqual({ latitude: 22.29, longitude: 70.77 })
    },
  )

  it.each(['', 'Raiya Road, Rajkot', 'Kalavad', 'Kalavad Road, Rajkot, but far away', 'Far from Kalavad Road, Rajkot'])(
    'clears the chosen point when the address becomes %j',
    (pickup_address) => {
      const fields = withChosenPoint({ pickup_address }, chosen, 'pickup')
      expect(fields).toEqual({ pickup_address, pickup_lat: '', pickup_lng: '', pickup_place: '' })
      expect(pointOfDraft(fields, 'pickup')).toBeNull()
    },
  )

  it('returns empty fields when no location was chosen', () => {
    const none = { drop_address: 'Home', drop_lat: '', drop_lng: '', drop_place: '' }
    expect(withChosenPoint({ drop_address: 'Home' }, {}, 'drop')).toEqual(none)
    expect(pointNameIfDifferent(none, 'drop')).toBeNull()
    expect(addressOfDraft(none, 'drop')).toBe('Home')
  })
})

describe('addressOfDraft', () => {
  it.each([
    ['Kalavad Road, Rajkot', 'Kalavad Road, Rajkot'],
    [' 12, B-402,  kalavad road, rajkot ', '12, B-402,  kalavad road, rajkot'],
    ['Kotda Sangani, Kalavad Road, Rajkot', 'Kotda Sangani, Kalavad Road, Rajkot (near Kalavad Road, Rajkot)'],
    ['A far village', 'A far village (near Kalavad Road, Rajkot)'],
  ])('stores the address %j, with the name of its point when the address lacks it', (pickup_address, kept) => {
    expect(addressOfDraft({ ...place, pickup_address }, 'pickup')).toBe(kept)
  })

  it('shortens a long address and name to fit the database column', () => {
    const fields = { ...place, pickup_address: 'x'.repeat(200), pickup_place: 'y'.repeat(200) }
    expect(addressOfDraft(fields, 'pickup')).toHaveLength(200)
    expect(addressOfDraft(fields, 'pickup')).toMatch(/^x+ \(near y{100}\)$/)
  })
})
