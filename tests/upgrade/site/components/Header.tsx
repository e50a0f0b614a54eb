import {
  Account,
  type HeaderProps,
  LanguageMenu,
  Navigation,
  SearchButton,
  SidebarButton,
  ThemeToggle,
} from 'colophon/site'

export default function Header({ site, current }: HeaderProps) {
  return (
    <header className="site-header" data-own={current?.title ?? 'home'}>
      <SidebarButton />
      <a className="site-name" href={site.path}>
        {site.title}
      </a>
      <Navigation />
      <LanguageMenu />
      <Account />
      <SearchButton />
      <ThemeToggle />
    </header>
  )
}
