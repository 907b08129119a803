/** Basic components shared by all pages. */
export { Alert, Badge, Card, DefinitionList, EmptyState, PageHead, StatCard, Tabs, Tile, Tiles } from './blocks'
export { Button, ButtonLink, type ButtonVariant, buttonClass, LinkParagraph, LoneLink, SubmitButton } from './button'
export { type Column, DataTable } from './data-table'
export { FilterBar, useLiveSearch } from './filter-bar'
export {
  AccountMenu,
  Brand,
  focusTarget,
  LanguageMenu,
  type NavLink,
  SiteFooter,
  SkipLink,
  useMenus,
} from './frame'
export { Icon, type IconName } from './icon'
export { Pager, PagerStep } from './pager'
export { ShortQuestion } from './short-question'
export { type NavGroup, SideNav } from './side-nav'
export { Toast, type ToastMessage } from './toast'
export { useHydrated } from './use-hydrated'
export { whenIdle } from './when-idle'
