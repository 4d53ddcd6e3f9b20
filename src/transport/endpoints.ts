import { ME } from './session-names.ts';

/** Every REST endpoint that our clients call. The extension's worker forwards no others. */
export const endpoints = {
  me: { method: 'GET', path: ME },
  updateProfile: { method: 'PUT', path: '/api/me/profile/' },
  changeTheme: { method: 'PUT', path: '/api/me/change_theme/' },
  acceptTerms: { method: 'POST', path: '/api/me/accept_terms/' },
  viewRelease: { method: 'POST', path: '/api/me/update_last_release_viewed/' },
  articles: { method: 'GET', path: '/api/articles/' },
  createArticle: { method: 'POST', path: '/api/articles/' },
  article: { method: 'GET', path: '/api/articles/:slug/' },
  updateArticle: { method: 'PUT', path: '/api/articles/:slug/' },
  saveReading: { method: 'PUT', path: '/api/articles/:slug/reading/' },
  articleVersions: { method: 'GET', path: '/api/articles/:slug/versions/' },
  articleVersion: { method: 'GET', path: '/api/articles/:slug/versions/:version/' },
  legalDocument: { method: 'GET', path: '/api/constant_files/:slug/', isPublic: true },
  changePicture: { method: 'PUT', path: '/api/me/picture/' },
  removePicture: { method: 'DELETE', path: '/api/me/picture/' },
  userPicture: { method: 'GET', path: '/api/users/:pk/picture/', returns: 'file' },
  toggleUserPin: { method: 'POST', path: '/api/toggle_user_pin/:pk/' },
  user: { method: 'GET', path: '/api/users/:pk/' },
  searchUsers: { method: 'GET', path: '/api/users/search/' },
  changeUserState: { method: 'POST', path: '/api/users/change_state/:pk/' },
  sendPasswordReset: { method: 'POST', path: '/api/users/send_password_reset/:pk/' },
  updatePhoneNumber: { method: 'POST', path: '/api/users/update_phone_number/:pk/' },
  updateBirthday: { method: 'POST', path: '/api/users/update_birthday/:pk/' },
  updateTrackerLink: { method: 'POST', path: '/api/users/update_tracker_link/:pk/' },
  lists: { method: 'GET', path: '/api/lists/' },
  createList: { method: 'POST', path: '/api/lists/' },
  updateList: { method: 'PUT', path: '/api/lists/:slug/' },
  deleteList: { method: 'DELETE', path: '/api/lists/:slug/' },
  makeListTemplate: { method: 'POST', path: '/api/lists/:slug/template/' },
  userLists: { method: 'GET', path: '/api/users/:pk/lists/' },
  favorites: { method: 'GET', path: '/api/me/favorites/' },
  addFavorite: { method: 'POST', path: '/api/me/favorites/' },
  removeFavorite: { method: 'DELETE', path: '/api/me/favorites/:pk/' },
  listTemplates: { method: 'GET', path: '/api/list_templates/' },
  addTemplatedList: { method: 'POST', path: '/api/add_templated_list/' },
  deleteTask: { method: 'DELETE', path: '/api/tasks/:pk/' },
  restoreTask: { method: 'POST', path: '/api/tasks/:pk/restore/' },
  calendarFeed: { method: 'GET', path: '/api/calendar_feed/' },
  createCalendarFeed: { method: 'POST', path: '/api/calendar_feed/' },
  changeCalendarFeed: { method: 'PUT', path: '/api/calendar_feed/' },
  revokeCalendarFeed: { method: 'DELETE', path: '/api/calendar_feed/' },
  account: { method: 'GET', path: '/api/account/' },
  changePassword: { method: 'PUT', path: '/api/account/password/' },
  changeEmail: { method: 'PUT', path: '/api/account/email/' },
  startSecondFactor: { method: 'POST', path: '/api/account/second_factor/' },
  confirmSecondFactor: { method: 'PUT', path: '/api/account/second_factor/' },
  renewRecoveryCodes: { method: 'POST', path: '/api/account/second_factor/recovery_codes/' },
  turnOffSecondFactor: { method: 'POST', path: '/api/account/second_factor/remove/' },
  startPasskey: { method: 'POST', path: '/api/account/passkeys/' },
  addPasskey: { method: 'PUT', path: '/api/account/passkeys/' },
  renamePasskey: { method: 'PUT', path: '/api/account/passkeys/:pk/' },
  removePasskey: { method: 'POST', path: '/api/account/passkeys/:pk/remove/' },
  endDevice: { method: 'DELETE', path: '/api/account/devices/:id/' },
  endOtherDevices: { method: 'DELETE', path: '/api/account/devices/' },
  meetingRoom: { method: 'GET', path: '/api/meeting_rooms/:key/' },
  takeRoomSeat: { method: 'POST', path: '/api/meeting_rooms/:key/seats/' },
  alerts: { method: 'GET', path: '/api/alerts/' },
  readAlert: { method: 'POST', path: '/api/alerts/:pk/read/' },
  readAllAlerts: { method: 'POST', path: '/api/alerts/read_all/' },
  snoozeAlert: { method: 'POST', path: '/api/alerts/:pk/snooze/' },
  alertSettings: { method: 'GET', path: '/api/alert_settings/' },
  changeAlertSettings: { method: 'PUT', path: '/api/alert_settings/' },
  auditLog: { method: 'GET', path: '/api/audit_log/' },
  auditLogCsv: { method: 'GET', path: '/api/audit_log/export/', returns: 'file' },
  personalData: { method: 'GET', path: '/api/users/:pk/personal_data/' },
  startDataExport: { method: 'POST', path: '/api/users/:pk/data_export/' },
  downloadDataExport: { method: 'POST', path: '/api/data_exports/:pk/download/', returns: 'file' },
  requestDeletion: { method: 'POST', path: '/api/users/:pk/deletion/' },
  withdrawDeletion: { method: 'DELETE', path: '/api/users/:pk/deletion/' },
  ownEvents: { method: 'GET', path: '/api/me/events/' },
  connections: { method: 'GET', path: '/api/connections/' },
  syncSimplybook: { method: 'POST', path: '/api/connections/simplybook/sync/' },
  memberships: { method: 'GET', path: '/api/memberships/' },
  membershipsCsv: { method: 'GET', path: '/api/memberships/export/', returns: 'file' },
  membershipPlans: { method: 'GET', path: '/api/membership_plans/' },
  changeMembershipPlan: { method: 'PUT', path: '/api/membership_plans/:length/' },
  membership: { method: 'GET', path: '/api/memberships/:pk/' },
  correctMembership: { method: 'POST', path: '/api/memberships/:pk/corrections/' },
  checkout: { method: 'POST', path: '/api/memberships/:pk/checkout/' },
  paymentPortal: { method: 'POST', path: '/api/memberships/:pk/portal/' },
  resumeSignUp: { method: 'POST', path: '/api/me/sign_up/' },
  openSignUp: { method: 'GET', path: '/api/sign_up/', isPublic: true },
  continueSignUp: { method: 'POST', path: '/api/create_stripe_checkout_session/', isPublic: true },
  getSchool: { method: 'GET', path: '/api/get_school/', isPublic: true },
  getCipcode: { method: 'GET', path: '/api/get_cipcode/', isPublic: true },
  acceptInvitation: { method: 'POST', path: '/api/invitations/:token/accept/' },
  uploadScreenshot: { method: 'POST', path: '/api/bug_reports/screenshots/' },
  bugReportScreenshot: { method: 'GET', path: '/api/bug_reports/:pk/screenshot/', returns: 'file' },
} as const satisfies Record<
  string,
  {
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    path: string;
    /** A file, which our clients receive as a `data:` address. */
    returns?: 'file';
    /** Whether it is sent without a token, so that visitors can use it. */
    isPublic?: true;
  }
>;

export type EndpointName = keyof typeof endpoints;

/** Fills the `:name` parts of an endpoint's path. */
export function pathOf(
  name: EndpointName,
  params: Readonly<Record<string, string | number>> = {},
  search: Readonly<Record<string, string>> = {},
): string {
  const path = endpoints[name].path.replaceAll(/:(\w+)/g, (_match, key: string) => {
    const value = params[key];
    if (value === undefined) throw new Error(`The endpoint ${name} needs '${key}'.`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams(search).toString();
  return query === '' ? path : `${path}?${query}`;
}
