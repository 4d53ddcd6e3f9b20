/** The public address of the server in API tests. It is not reachable: requests go to its real port. */
export const TEST_PUBLIC_URL = 'https://gopath.test';
