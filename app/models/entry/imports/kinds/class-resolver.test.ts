import { expect, it } from 'vitest'
import { ClassResolver } from './class-resolver'

const making = () => new ClassResolver([], { createsClasses: true, capacity: 40 })

it('creates no class whose name is too long', () => {
  const resolver = making()
  expect(resolver.find('A'.repeat(40), 'A').ok).toBe(true)
  expect(resolver.find('B'.repeat(41), 'A')).toMatchObject({ ok: false, column: 'Class' })
  expect(resolver.classes).toHaveLength(1)
})

it('creates no class where only existing classes are allowed', () => {
  const resolver = new ClassResolver([], { createsClasses: false, capacity: 40 })
  expect(resolver.find('Class 5', 'A')).toMatchObject({ ok: false, message: 'There is no class “Class 5”' })
})
