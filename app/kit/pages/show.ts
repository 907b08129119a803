import type { ReactNode } from 'react'
import type { ButtonVariant, IconName } from '~/components/ui'

/**
 * Link, shown as a button in the page head and among the actions of a card, and as plain text beside a card's title.
 */
export type ShownLink = { label: string; href: string; variant?: ButtonVariant; icon?: IconName; isFile?: true }

/** Omitted, since a condition of the page does not hold. */
type Absent = false | null | undefined

/** Several links; absent ones are omitted. */
export type ShownLinks = readonly (ShownLink | Absent)[]

/** Values by their labels. An empty value appears as a dash; `false` omits the label too. */
export type ShownFacts = { readonly [Label in string]: ReactNode }

/** Section of the page; its parts appear in this order. */
export type ShownCard = {
  title?: string
  aside?: ShownLink | ReactNode
  isSpaced?: true
  /** A string is a paragraph. */
  intro?: ReactNode
  facts?: ShownFacts | Absent
  content?: ReactNode
  /** Button that adds an item to the content. */
  add?: ShownLink | Absent
  actions?: ShownLinks | Absent
}

/** Page about one thing as data: head, parts and links. */
export type Show = {
  title: string
  context?: ReactNode
  action?: ShownLink | ReactNode
  alert?: ReactNode
  /** Cards and other elements. The page adds no space around a part that is alone on the page. */
  parts: readonly (ShownCard | ReactNode)[]
  /** Buttons below all parts. */
  footer?: ShownLinks | Absent
  /** Link to the list of all such things. */
  back?: ShownLink
}
