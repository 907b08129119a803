import { useEffect } from 'react'

const OPEN = 'details.menu[open], details.drawer[open]'

/**
 * Manners of the header's menus and the drawer once enhanced: they close on a click elsewhere, on Escape (the focus goes
 * back to their button) and when the page changes. Without script a second tap on the button closes them.
 */
export function useMenus(path: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed path is what closes the menus
  useEffect(() => closeMenus(() => true), [path])
  useEffect(() => {
    const onClick = (event: MouseEvent) => closeMenus((menu) => !belongsTo(menu, event.target))
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      const summary = document.querySelector(OPEN)?.querySelector('summary')
      closeMenus(() => true)
      summary?.focus()
    }
    document.addEventListener('click', onClick)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('click', onClick)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
}

/** Whether a click belongs to the menu: inside it, or inside the drawer's navigation, which is its sibling. */
function belongsTo(menu: Element, target: EventTarget | null): boolean {
  if (!(target instanceof Node)) return false
  const panel = menu.classList.contains('drawer') ? menu.nextElementSibling : null
  return menu.contains(target) || (panel?.contains(target) ?? false)
}

function closeMenus(which: (menu: Element) => boolean): void {
  for (const menu of document.querySelectorAll(OPEN)) {
    if (which(menu)) menu.removeAttribute('open')
  }
}
