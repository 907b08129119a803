import { enhancedOnly, type FlowCoverage, inAllModes, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const transportFlows = {
  'a student applies for transport, is approved, pays and gets a seat': inAllModes(
    'transport payment',
    'location choice',
    'transport application',
  ),
  'missing fields are shown before a fare is calculated, and a fare is calculated without applying': inAllModes(
    'transport application',
    'fare',
    'map',
  ),
  'the device shares its location, or the page shows why it cannot': enhancedOnly('location choice', 'map'),
  'the office approves an application, assigns a seat, suspends and ends it, and refunds the deposit': inAllModes(
    'refund decision',
    'application page',
    'waiting money',
  ),
  'an application for a vehicle gets the last seat, and the next one needs another vehicle': lightAndEnhanced(
    'application page',
    'waiting money',
    'decision page',
  ),
  'transport applications are found, rejected, cancelled, and end when the student leaves': lightAndEnhanced(
    'application page',
    'waiting money',
    'decision page',
  ),
  'the office adds a route with stops and a vehicle for it': lightAndEnhanced(
    'vehicle documents',
    'upload',
    'form page',
  ),
  'the first fare is the default, the tariff is set, and passengers are listed': lightAndEnhanced(
    'form page',
    'list page',
    'filters',
  ),
  'a student finds a vehicle, applies for a route, pays and gets a seat': inAllModes(
    'transport payment',
    'location choice',
    'transport application',
  ),
  'vehicles are searched by address and by coordinates, and errors are shown': lightAndEnhanced(
    'transport application',
    'fare',
    'address suggestions',
  ),
  'Google suggests addresses to search for vehicles': enhancedOnly('address suggestions'),
  'a student cancels an application for a vehicle, and sees why an earlier one was rejected': lightAndEnhanced(
    'address suggestions',
    'map',
    'filters',
  ),
  'with the school’s browser key, Google suggests addresses, accepts clicks and draws the route': enhancedOnly(
    'address suggestions',
    'map',
  ),
  'the portal’s own map drawing and location search remain when Google Maps fails to load': enhancedOnly('map'),
  'a failing maps service is reported, and the fare uses the straight-line distance': inAllModes(
    'location choice',
    'transport application',
    'fare',
  ),
} as const satisfies Record<string, FlowCoverage>
