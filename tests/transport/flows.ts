import { all, both, type Cells, scriptOnly } from '../e2e/modes'

export const transportFlows = {
  'a student applies for transport, is approved, pays and rides': all(
    'transport payment',
    'location choice',
    'transport application',
  ),
  'what is missing is said before a fare is calculated, and a fare is looked up without applying': all(
    'transport application',
    'fare',
    'map',
  ),
  'the device says where it is, or why it cannot': scriptOnly('location choice', 'map'),
  'the office approves, gives a seat, suspends, ends and gives the deposit back': all(
    'refund decision',
    'application page',
    'waiting money',
  ),
  'an application for a vehicle: the last seat, a full bus, another seat': both(
    'application page',
    'waiting money',
    'decision page',
  ),
  'transport applications are found, refused, cancelled, and end with the school': both(
    'application page',
    'waiting money',
    'decision page',
  ),
  'the office opens a route with stops and a vehicle that drives it': both('vehicle documents', 'upload', 'form page'),
  'one fare stands first, the tariff is set, and passengers are listed': both('form page', 'list page', 'filters'),
  'a student finds a vehicle, applies for a route, pays and rides': all(
    'transport payment',
    'location choice',
    'transport application',
  ),
  'vehicles are searched for by address and by coordinates, and what is wrong is said': both(
    'transport application',
    'fare',
    'address suggestions',
  ),
  'Google suggests addresses to search for vehicles': scriptOnly('address suggestions'),
  'a student cancels an application for a vehicle, and reads why another was rejected': both(
    'address suggestions',
    'map',
    'filters',
  ),
  'with the school’s browser key Google suggests addresses, takes clicks and draws the way': scriptOnly(
    'address suggestions',
    'map',
  ),
  'where Google does not come, the drawing stays': scriptOnly('map'),
  'a maps service in trouble is said to be, and the fare goes by the straight line': all(
    'location choice',
    'transport application',
    'fare',
  ),
} as const satisfies Record<string, Cells>
