import { setImmediate as breathe } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { SideBySide } from './side-by-side'

function piece(done: string[], name: string) {
  let end = (_error?: Error) => {}
  const work = () => {
    done.push(`${name} began`)
    return new Promise<void>((resolve, reject) => {
      end = (error) => {
        done.push(`${name} ended`)
        if (error) reject(error)
        else resolve()
      }
    })
  }
  return { work, end: (error?: Error) => end(error) }
}

it('runs exclusive work after all earlier work, and before all later work', async () => {
  const done: string[] = []
  const sideBySide = new SideBySide()
  const [a, b, alone, later] = ['a', 'b', 'alone', 'later'].map((name) => piece(done, name))
  if (!a || !b || !alone || !later) throw new Error('four pieces')
  const all = [
    sideBySide.run(a.work),
    sideBySide.run(b.work).catch(() => undefined),
    sideBySide.runAlone(alone.work),
    sideBySide.run(later.work),
  ]
  await breathe()
  expect(done).toEqual(['a began', 'b began'])
  a.end()
  await breathe()
  expect(done).not.toContain('alone began')
  b.end(new Error('fails'))
  await breathe()
  expect(done.at(-1)).toBe('alone began')
  alone.end()
  await breathe()
  expect(done.at(-1)).toBe('later began')
  later.end()
  await Promise.all(all)
})

it('continues with other work after exclusive work failed', async () => {
  const sideBySide = new SideBySide()
  await expect(sideBySide.runAlone(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await sideBySide.run(async () => 1)).toBe(1)
})
