import { expect, it } from 'vitest'
import { Health, healthOf, listTroubles, recordHealth } from './health'

function makeHealth() {
  let now = 1_000_000
  const health = new Health(() => now)
  const silent = (times: number) => {
    for (let time = 0; time < times; time++) health.noteSilence()
  }
  return {
    health,
    silent,
    pass: (ms: number) => {
      now += ms
    },
  }
}

it('stops calling a service after three failures in a row, and tries again after half a minute', () => {
  const { health, silent, pass } = makeHealth()
  silent(2)
  expect([health.state, health.restSeconds]).toEqual(['fine', 0])
  silent(1)
  expect([health.state, health.restSeconds]).toEqual(['resting', 30])
  pass(29_999)
  expect([health.state, health.restSeconds]).toEqual(['resting', 1])
  pass(1)
  expect([health.state, health.restSeconds]).toEqual(['trying', 0])
})

it('pauses a service again if the first try after a pause fails, and counts failures from zero after a success', () => {
  const { health, silent, pass } = makeHealth()
  silent(3)
  pass(30_000)
  silent(1)
  expect(health.state).toBe('resting')
  health.noteAnswer(10)
  expect(health.state).toBe('fine')
  silent(2)
  expect(health.state).toBe('fine')
})

it('marks a service as slow when its answers take over two seconds on average, and as fine once they are quick', () => {
  const { health } = makeHealth()
  for (let time = 0; time < 4; time++) health.noteAnswer(8_000)
  expect(health.state).toBe('slow')
  for (let time = 0; time < 10; time++) health.noteAnswer(20)
  expect(health.state).toBe('fine')
})

it('forgets a service that was not called for a quarter of an hour', () => {
  const { health, silent, pass } = makeHealth()
  silent(3)
  pass(15 * 60_000)
  expect(health.isForgotten).toBe(false)
  pass(1)
  expect(health.isForgotten).toBe(true)
  silent(1)
  expect(health.isForgotten).toBe(false)
})

it('records each answer under the name of its service', async () => {
  const ask = (answer: string) =>
    recordHealth(
      'test-service',
      (said) => said === 'none',
      async () => answer,
    )
  for (let time = 0; time < 3; time++) expect(await ask('none')).toBe('none')
  expect(listTroubles()).toEqual([{ name: 'test-service', state: 'resting' }])
  await ask('yes')
  expect(healthOf('test-service').state).toBe('fine')
  expect(listTroubles()).toEqual([])
})
