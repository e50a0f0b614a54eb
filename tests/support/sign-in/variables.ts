/** The variables of a site with sign-in, for tests that send no request to the service. */
export const SIGN_IN_VARIABLES = {
  NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: `pk_test_${btoa('clerk.site.example$')}`,
  CLERK_SECRET_KEY: 'sk_test_none',
  SITE_URL: 'http://localhost:3000',
}
