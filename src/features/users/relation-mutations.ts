import { useMutation } from '@tanstack/react-query';
import { AppError } from '#shared/kernel/errors.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { ASSIGNMENT_FAILED, assignFailed } from '#shared/users/relations.ts';
import { AssignUserDocument, RemoveUserDocument } from '#src/transport/generated/users/graphql.ts';
import { request } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';

/** The pks of a person and of the mentor, parent or student to assign or remove. */
interface RelationInput {
  userPk: number;
  targetUserPk: number;
  role: Role;
}

/** Returns whether the server refused the change, and its message says why. */
export function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && ['INVALID_INPUT', 'CONFLICT', 'FORBIDDEN'].includes(error.code);
}

/** Assigns a mentor, parent or student to a person (USER-043). */
export function useAssignUser() {
  return useMutation({
    mutationFn: (input: RelationInput) => request(AssignUserDocument, { input }),
    onSuccess: ({ assignUser }) => {
      const { userFullName, targetUserFullName, role } = assignUser;
      showSuccess(`${targetUserFullName} is now a ${role} of ${userFullName}`);
    },
    onError: (error, { role }) => showError(isRefusal(error) ? assignFailed(role) : ASSIGNMENT_FAILED),
  });
}

/** Removes a mentor, parent or student from a person (USER-044). */
export function useRemoveUser() {
  return useMutation({
    mutationFn: (input: RelationInput) => request(RemoveUserDocument, { input }),
    onSuccess: ({ removeUser }) => {
      const { userFullName, targetUserFullName, role } = removeUser;
      showSuccess(`${targetUserFullName} is no longer a ${role} of ${userFullName}`);
    },
    onError: (error, { role }) =>
      showError(isRefusal(error) ? error.message : `Could not remove the ${role}. Try again.`),
  });
}
