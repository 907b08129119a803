import type { RoutePolicy } from './policy'
import type { World } from './world'

/** Matches public ids in an address, a field name (`to-…`) or a value, but not parts of a UUID. */
const idPattern = /(?<![0-9a-zA-Z_]|[0-9a-f]-)[2-9b-df-hj-np-tv-z]{12}(?![0-9a-zA-Z_-])/g

export const idsIn = (text: string): string[] => text.match(idPattern) ?? []

/**
 * Returns the addresses of a nested resource with one of its two ids replaced by a classmate's or another school's: a
 * resource under the wrong parent.
 */
export function mixedAddresses(policy: RoutePolicy, { own, classmate, foreign }: World): string[] {
  const address = policy.at(own)
  const ids = idsIn(address.split('?')[0] ?? '')
  if (ids.length < 2) return []
  const mixed = [classmate, foreign].flatMap((things) => {
    const others = idsIn(policy.at(things).split('?')[0] ?? '')
    return ids.map((id, at) => address.replace(id, others[at] ?? id))
  })
  const whole = [own, classmate, foreign].map((things) => policy.at(things))
  return [...new Set(mixed)].filter((one) => !whole.includes(one))
}

/** A valid body in which one field refers to another family, guardian or school. */
interface StrangeBody {
  about: string
  form: URLSearchParams
}

type Fields = Array<[name: string, value: string]>

const shapeOf = (name: string) => name.replace(idPattern, '*')

/**
 * Returns variants of the valid body for every field with a public id: with another owner's resource of the same kind
 * in its place and, for a field that occurs once, also in addition to it. `isTried` excludes ids without an owner.
 */
export function strangeBodies(
  right: Fields,
  others: ReadonlyArray<{
    whose: string
    fields: Fields
    like: (id: string) => string | undefined
    isTried: (id: string) => boolean
  }>,
): StrangeBody[] {
  return others.flatMap(({ whose, fields, like, isTried }) =>
    right.flatMap(([name, value], at) => {
      const ids = idsIn(`${name} ${value}`)
      if (!ids.some(isTried)) return []
      const [otherName, otherValue] = counterpart(
        [name, value],
        fields.length === right.length ? fields[at] : undefined,
        like,
      )
      if (otherName === name && otherValue === value) return []
      const about = `${shapeOf(name)} is ${whose}`
      const isRepeated = right.filter(([one]) => shapeOf(one) === shapeOf(name)).length > 1 || otherName !== name
      return [
        { about, form: new URLSearchParams(right.with(at, [otherName, otherValue])) },
        // Adds the other owner's value first, because a parser that reads only one value reads the first.
        ...(isRepeated
          ? []
          : [{ about: `${about}, too`, form: new URLSearchParams([[otherName, otherValue], ...right]) }]),
      ]
    }),
  )
}

/**
 * Returns the same field with another owner's resource of the same kind: from the policy, otherwise from the database.
 */
function counterpart(
  [name, value]: Fields[number],
  made: Fields[number] | undefined,
  like: (id: string) => string | undefined,
): Fields[number] {
  if (made && shapeOf(made[0]) === shapeOf(name) && `${made}` !== `${[name, value]}`) return made
  const swap = (text: string) => text.replace(idPattern, (id) => like(id) ?? id)
  return [swap(name), swap(value)]
}
