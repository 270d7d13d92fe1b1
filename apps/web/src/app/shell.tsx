import { Outlet } from 'react-router'
import { LanguageContext } from '../lib/hooks.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { useAddressLanguage } from './root.tsx'

/** The frame around a page that only the browser can fill. It stays until all of that page is there. */
export function Shell() {
  return (
    <LanguageContext value={useAddressLanguage()}>
      <Header />
      <Outlet />
      <Footer />
    </LanguageContext>
  )
}
