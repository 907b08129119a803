import { isDay } from '~/models/shared/calendar'
import type { CollectionFilters } from './collections.server'
import { paymentMethods, paymentStates } from './options'

const longestSearch = 80

/** Reads the filter from an address; whatever is not one of the choices counts as not chosen. */
export function collectionFilterOf(query: URLSearchParams): CollectionFilters {
  const given = (name: string) => query.get(name)?.trim() ?? ''
  const filter: CollectionFilters = {}
  const search = given('search').slice(0, longestSearch)
  if (search) filter.search = search
  const state = paymentStates.find((one) => one === given('state'))
  if (state) filter.state = state
  const method = paymentMethods.find((one) => one === given('method'))
  if (method) filter.method = method
  if (isDay(given('from'))) filter.from = given('from')
  if (isDay(given('to'))) filter.to = given('to')
  return filter
}

/** The filter as a query string, with a page from 2 on. */
export function collectionQuery(filter: CollectionFilters, page = 1): string {
  const query = new URLSearchParams(Object.entries(filter))
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return text && `?${text}`
}
