import type { ReactNode } from 'react'
import type { ButtonVariant, IconName } from '~/components/ui'

/** A link: a button in the head and among actions, plain beside a card's title. */
export type ShownLink = {
  label: string
  href: string
  variant?: ButtonVariant
  icon?: IconName
  /** Its answer is a file. */
  isFile?: true
}

/** What is left out where a condition of the page does not hold. */
type Absent = false | null | undefined

/** Several links; those whose condition does not hold are left out. */
export type ShownLinks = readonly (ShownLink | Absent)[]

/** Values by their labels. An empty value is shown as a dash; `false` leaves out its label too. */
export type Facts = { readonly [Label in string]: ReactNode }

/** A section of the page. Whatever it has is shown in this order. */
export type ShownCard = {
  title?: string
  aside?: ShownLink | ReactNode
  /** Its content is spaced out. */
  isSpaced?: true
  /** A string is a paragraph. */
  intro?: ReactNode
  facts?: Facts | Absent
  content?: ReactNode
  /** Button that adds one to the content. */
  add?: ShownLink | Absent
  actions?: ShownLinks | Absent
}

/** The page about one thing as data: its head, its parts and where it leads to. */
export type Show = {
  title: string
  context?: ReactNode
  action?: ShownLink | ReactNode
  /** Alerts above the parts. */
  alert?: ReactNode
  /** Cards and other elements. One part alone stands without the space between parts. */
  parts: readonly (ShownCard | ReactNode)[]
  /** Buttons below all parts. */
  footer?: ShownLinks | Absent
  /** Link to the list of all such things. */
  back?: ShownLink
}
