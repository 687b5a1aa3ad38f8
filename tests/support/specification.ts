/** The calls that the specification's section 7 lists, by the names that the contract gives them. */
const calls = `
POST /api/auth/login login
GET /api/admin/userInfo userInfo
POST /api/admin/signOut signOut
GET /api/admin/getSiteByKey getSiteByKey
GET /api/admin/test/list listTestResources
POST /api/admin/test/create createTestResource
GET /api/admin/test/{id} getTestResource
PUT /api/admin/test/{id} updateTestResource
DELETE /api/admin/test/{id} deleteTestResource
POST /api/admin/test/multiplePut enableTestResources
DELETE /api/admin/testbulk deleteTestResources
GET /api/qyzc/company/employee/queryCompanyAccountPage queryCompanyAccountPage
POST /api/qyzc/company/employee/addCompanyAccount addCompanyAccount
POST /api/qyzc/company/employee/queryCompanyAccountById/{id} queryCompanyAccountById
POST /api/qyzc/company/employee/updateCompanyAccount updateCompanyAccount
POST /api/qyzc/company/employee/deleteCompanyAccount/{id} deleteCompanyAccount
POST /api/qyzc/company/employee/updateCompanyAccountPwd updateCompanyAccountPwd
POST /api/auth/checkUsername checkUsername
GET /api/qyzc/company/dept/queryCompanyDeptList queryCompanyDeptList
GET /api/qyzc/company/dept/queryCompanyDeptInfoPage queryCompanyDeptInfoPage
POST /api/qyzc/company/dept/addCompanyDeptInfo addCompanyDeptInfo
POST /api/qyzc/company/dept/updateCompanyDeptInfo updateCompanyDeptInfo
POST /api/qyzc/company/dept/deleteCompanyDeptInfo/{id} deleteCompanyDeptInfo
POST /api/qyzc/company/management/task/issue issueTask
GET /api/qyzc/company/management/task/dept taskDepartments
GET /api/qyzc/company/management/task/type taskTypes
GET /api/qyzc/company/task/mamage/queryTaskPage queryTaskPage
POST /api/qyzc/company/task/mamage/cancelTask cancelTask
GET /api/qyzc/company/task/mamage/queryTaskInfo/{id} queryTaskInfo
GET /api/qyzc/company/task/mamage/queryTaskCount queryTaskCount
GET /api/qyzc/company/task/mamage/queryCheckPointList queryCheckPointList
GET /api/qyzc/company/task/mamage/queryTaskDeptList queryTaskDeptList
GET /api/qyzc/company/task/mamage/getTaskDeptDetail getTaskDeptDetail
GET /api/qyzc/company/task/mamage/freepass/exportCheckPointList exportCheckPointList
GET /api/qyzc/company/checkpoint/queryLevelOneCheckItemList queryLevelOneCheckItemList
GET /api/qyzc/company/task/check/queryTaskCheckPointInfo/{id} queryTaskCheckPointInfo
GET /api/qyzc/company/task/check/queryMyTaskCheckList queryMyTaskCheckList
GET /api/qyzc/company/task/check/queryMyTaskAnswerCheckPoint queryMyTaskAnswerCheckPoint
GET /api/qyzc/company/management/correct/queryCompDeptSelfCorrectPageList queryCompDeptSelfCorrectPageList
GET /api/qyzc/company/management/correct/queryCompDeptSelfCorrectById/{id} queryCompDeptSelfCorrectById
GET /api/qyzc/company/checkpoint/queryCheckItemTree queryCheckItemTree
GET /api/qyzc/company/checkpoint/queryPointPage queryPointPage
GET /api/qyzc/company/task/selfcorrect/queryCompanySelfCorrectList queryCompanySelfCorrectList
POST /api/qyzc/company/task/selfcorrect/saveCompanySelfCorrectInfo saveCompanySelfCorrectInfo
GET /api/qyzc/company/task/selfcorrect/queryCompanySelfCorrectById/{id} queryCompanySelfCorrectById
GET /api/qyzc/company/task/selfcorrect/detail/{id} selfCorrectDetail
GET /api/qyzc/company/stat/queryDailySelfCheckStatList queryDailySelfCheckStatList
GET /api/qyzc/company/stat/queryOverallSelfCheckStatList queryOverallSelfCheckStatList
GET /api/qyzc/company/stat/querySpecialSelfCheckStatList querySpecialSelfCheckStatList
GET /api/qyzc/company/stat/querySelfDeclareStatList querySelfDeclareStatList
GET /api/qyzc/company/self/declared/{type} querySelfDeclarePage
POST /api/qyzc/company/self/declared/{type} addSelfDeclare
GET /api/qyzc/company/self/declared/{type}/{id} readSelfDeclare
GET /api/qyzc/company/self/declared/archive/{type}/{id} querySelfDeclareArchive
GET /api/qyzc/company/self/declared/archive/read-file/{type}/{id} readSelfDeclareFile
POST /api/qyzc/company/self/declared/updateSelfDeclare updateSelfDeclare
POST /api/qyzc/company/self/declared/batchDeleteSelfDeclare batchDeleteSelfDeclare
GET /api/qyzc/company/home/statTaskCount/{a}/{b}/{c} statTaskCount
GET /api/qyzc/company/home/statQmzc/{a}/{b}/{c} statQmzc
GET /api/qyzc/company/home/statUnQualified/{a}/{b}/{c} statUnQualified
GET /api/qyzc/company/laws laws
GET /api/qyzc/supervise/law/archive/read-file/{id} readLaw
GET /api/qyzc/law/types/dict lawTypes
GET /api/qyzc/law/enactDepts/dict lawEnactDepts
`;

export const specifiedCalls = calls
  .trim()
  .split('\n')
  .map((line) => {
    const [method = '', path = '', name = ''] = line.split(' ');
    return { method, path, name };
  });
