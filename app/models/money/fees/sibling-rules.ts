export interface RuleChild {
  id: number
  /** `YYYY-MM-DD`; null if not entered: sorted last. */
  admittedOn: string | null
  bornOn: string
  mobileNumber: string
  /** Ids of the guardians that define a family. */
  guardianIds: readonly number[]
}

export interface SiblingRule {
  isOn: boolean
  secondPercent: number | null
  thirdPercent: number | null
  furtherPercent: number | null
  orderBy: 'admission' | 'birth'
  families: 'guardians' | 'mobile'
}

/**
 * Groups children into families, each sorted in the rule's order; a child without siblings is a family of one. With
 * `guardians`, children who share a guardian are one family, and a child without guardians joins the children with the
 * same mobile number.
 */
export function familiesOf<Child extends RuleChild>(children: readonly Child[], rule: SiblingRule): Child[][] {
  const parent = children.map((_, index) => index)
  const rootOf = (index: number): number => {
    const above = parent[index] ?? index
    if (above === index) return index
    const root = rootOf(above)
    parent[index] = root
    return root
  }
  const join = (one: number, other: number) => {
    parent[rootOf(one)] = rootOf(other)
  }
  const first = new Map<string, number>()
  const joinBy = (key: string, index: number) => {
    const firstIndex = first.get(key)
    if (firstIndex === undefined) first.set(key, index)
    else join(index, firstIndex)
  }
  const byGuardian = rule.families === 'guardians'
  const bare = new Set<string>()
  for (const [index, child] of children.entries()) {
    if (byGuardian) for (const id of child.guardianIds) joinBy(`guardian ${id}`, index)
    if (!byGuardian || child.guardianIds.length === 0) {
      joinBy(`mobile ${child.mobileNumber}`, index)
      bare.add(child.mobileNumber)
    }
  }
  // A child without guardians joins all children with its number, including those with guardians.
  for (const [index, child] of children.entries()) {
    if (bare.has(child.mobileNumber)) joinBy(`mobile ${child.mobileNumber}`, index)
  }
  const families = new Map<number, Child[]>()
  for (const [index, child] of children.entries()) {
    const root = rootOf(index)
    families.set(root, [...(families.get(root) ?? []), child])
  }
  const dayOf = ({ admittedOn, bornOn }: Child) => (rule.orderBy === 'birth' ? bornOn : (admittedOn ?? '9999-12-31'))
  for (const family of families.values()) {
    family.sort(
      (one, other) => compare(dayOf(one), dayOf(other)) || compare(one.bornOn, other.bornOn) || one.id - other.id,
    )
  }
  return [...families.values()]
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Returns the concession for the `nth` child of a family (from 1) in hundredths of a percent, or null. */
export function siblingPercent(rule: SiblingRule, nth: number): number | null {
  if (!rule.isOn || nth < 2) return null
  if (nth === 2) return rule.secondPercent
  return nth === 3 ? rule.thirdPercent : rule.furtherPercent
}

export function nthWord(nth: number): string {
  const isTeen = nth % 100 > 10 && nth % 100 < 14
  return `${nth}${isTeen ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[nth % 10] ?? 'th')}`
}
